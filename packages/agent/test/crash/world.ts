import { type Wakeup, createWakeup } from "../../src/kernel/wakeup.ts";
import type { ReplyPart } from "../../src/kernel/reply.ts";
import { type Post, toPost } from "./post.ts";
import type { FromAgent, Notice, Question, Update } from "./protocol.ts";

export interface Effect {
  readonly tool: string;
  readonly effect: string;
  readonly call: string;
}

export interface Sent {
  readonly externalId: string;
  readonly part: ReplyPart;
  readonly clientId: string;
}

/** Event that a scenario may react to. A late answer makes the agent wait. */
export type Happening =
  | { readonly type: "send"; readonly sent: Sent }
  | { readonly type: "effect"; readonly effect: Effect }
  | { readonly type: "thinking"; readonly tag: string };

/** Way in which the world ends the agent's process: while it waits for the answer to its nth question. */
export interface KillAtQuestion {
  readonly type: "send" | "effect" | "post" | "hear";
  readonly nth: number;
}

/**
 * Outside world: a channel's server and everything that tools change. It lives in the process of the test,
 * keeps its own records, and survives the agent.
 */
export interface OuterWorld {
  push(update: Update): void;
  /** Pushes an update unless one of the same name was pushed before. */
  pushOnce(name: string, update: Update): void;
  /** Lets a second process call an operation over the socket, once; again until it is answered. */
  controlOnce(name: string, request: ControlRequest): void;
  /** Resolves when everything pushed so far is acknowledged. */
  caughtUp(): Promise<void>;
  readonly updates: readonly Update[];
  readonly acked: number;
  /** Every request to cause an effect, also repeated ones. */
  readonly effects: readonly Effect[];
  /** Every message that a person sees, once per client id. */
  readonly sent: readonly Sent[];
  /** Total number of questions of each type. */
  readonly asked: Readonly<Record<"send" | "effect" | "post" | "hear", number>>;
  /** Every recording that was listened to, also again. */
  readonly heard: readonly string[];
  /** Every event that its server was sent, also repeated ones. */
  readonly posts: readonly Post[];
}

export interface ControlRequest {
  readonly method: string;
  readonly params: unknown;
  /** Receives the answer, once. */
  readonly onAnswer?: (answer: unknown) => void;
}

export interface WorldOptions {
  /** Reacts to what happens; the agent's question is answered when it resolves. */
  readonly react: (happening: Happening, world: OuterWorld) => void | Promise<void>;
  /** Number of sends that fail. */
  readonly failures: number;
}

/** Serves one process of the agent after the other. */
export interface Serving {
  readonly world: OuterWorld;
  /** Requests that wait for a second process; each is removed once it is answered. */
  readonly requests: ControlRequest[];
  /** Rings when something is added to `requests`. */
  readonly requested: Wakeup;
  /** Answers a question, or calls `kill` instead. */
  answer(question: Question, line: Line): Promise<void>;
}

export interface Line {
  readonly kill: KillAtQuestion | undefined;
  readonly reply: (answer: unknown) => void;
  readonly killAgent: () => void;
}

export function createWorld({ react, failures }: WorldOptions): Serving {
  const updates: Update[] = [];
  const names = new Set<string>();
  const requests: ControlRequest[] = [];
  const requested = createWakeup();
  const effects: Effect[] = [];
  const sent = new Map<string, Sent>();
  const read = new Set<string>();
  const posts: Post[] = [];
  const heard: string[] = [];
  /** Messages for which the model was asked before. */
  const modelAsked = new Set<string>();
  const asked = { send: 0, effect: 0, post: 0, hear: 0 };
  let changed = Promise.withResolvers<void>();
  let failuresLeft = failures;
  let acked = 0;

  const change = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const world: OuterWorld = {
    push(update) {
      updates.push(update);
      change();
    },
    pushOnce(name, update) {
      if (names.has(name)) return;
      names.add(name);
      world.push(update);
    },
    controlOnce(name, request) {
      if (names.has(name)) return;
      names.add(name);
      requests.push(request);
      requested.notify();
    },
    async caughtUp() {
      while (acked < updates.length) await changed.promise;
    },
    updates,
    get acked() {
      return acked;
    },
    effects,
    get sent() {
      return [...sent.values()].map(({ part, ...more }) => ({ ...more, part: asRead(part) }));
    },
    asked,
    posts,
    heard,
  };

  return {
    world,
    requests,
    requested,
    async answer(question, { reply, kill, killAgent }) {
      switch (question.type) {
        case "updates":
          while (updates.length <= question.after) await changed.promise;
          return reply(
            updates
              .slice(question.after)
              .map((update, index) => ({ number: question.after + index + 1, update })),
          );
        case "ack":
          acked = Math.max(acked, question.upTo);
          change();
          return reply(true);
        case "probe":
          return reply(effects.some(({ call }) => call === question.call));
        case "model": {
          const isUp = modelAsked.has(question.tag);
          modelAsked.add(question.tag);
          return reply(isUp);
        }
        case "thinking":
          await react(question, world);
          return reply(true);
        case "send": {
          asked.send += 1;
          if (failuresLeft > 0) {
            failuresLeft -= 1;
            return reply(false);
          }
          const { externalId, part, clientId } = question;
          if (!sent.has(clientId)) sent.set(clientId, { externalId, part, clientId });
          if (kill?.type === "send" && kill.nth === asked.send) return killAgent();
          // People answer what they see, whether the agent lived to know that they do.
          if (!read.has(clientId))
            await react(
              { type: "send", sent: { externalId, part: asRead(part), clientId } },
              world,
            );
          read.add(clientId);
          return reply(`out-${clientId}`);
        }
        case "hear": {
          asked.hear += 1;
          heard.push(question.recording);
          if (kill?.type === "hear" && kill.nth === asked.hear) return killAgent();
          return reply(question.recording);
        }
        case "post": {
          asked.post += 1;
          // Every so often, the server accepts an event and reports an error, or is down.
          const status = [204, 500, 204, 204, 503][asked.post % 5] ?? 204;
          posts.push(toPost(question, status));
          if (kill?.type === "post" && kill.nth === asked.post) return killAgent();
          return reply(status);
        }
        case "effect": {
          asked.effect += 1;
          const { tool, effect, call } = question;
          effects.push({ tool, effect, call });
          if (kill?.type === "effect" && kill.nth === asked.effect) return killAgent();
          await react({ type: "effect", effect: { tool, effect, call } }, world);
          return reply(true);
        }
      }
    },
  };
}

export function isNotice(message: FromAgent): message is { readonly notice: Notice } {
  return "notice" in message;
}

/** A part as a client shows it: replies after foreign text hold no HTML. */
function asRead(part: ReplyPart): ReplyPart {
  return part.type === "text" ? { ...part, text: part.text.replaceAll("&lt;", "<") } : part;
}
