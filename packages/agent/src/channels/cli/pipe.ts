import { text } from "node:stream/consumers";
import type { Readable, Writable } from "node:stream";
import { Fault } from "@reeve/sdk";
import type { NewId } from "../../kernel/ids.ts";
import type { LiveEvent } from "../../kernel/chat-event.ts";
import { type Clock, steadyClock } from "../../kernel/clock.ts";
import { type Wait, wait } from "../../kernel/wait.ts";
import type { FrameClient } from "./frame-client.ts";
import { sanitize } from "./sanitize.ts";

export interface PipeDeps {
  /** Connected, and not yet greeted. */
  readonly client: FrameClient;
  readonly externalId: string;
  readonly input: Readable;
  /** Sent along, in base64; with images the input may be empty. */
  readonly images?: readonly string[];
  readonly output: Writable;
  /** One event a line instead of the answer's text. */
  readonly json: boolean;
  readonly newId: NewId;
  /** How long to wait for a model that is down, in milliseconds. Default: a minute. */
  readonly waitMs?: number;
  /** Measures how long the model has been down. */
  readonly clock?: Clock;
  readonly pause?: Wait;
}

/** `modelDown` is EX_TEMPFAIL of sysexits. */
const EXIT = { answered: 0, failed: 1, waiting: 3, modelDown: 75 } as const;

const WAIT_MS = 60_000;

/**
 * Sends the whole input as one message and writes the answer. Resolves with the
 * exit code: 0 answered, 1 failed or not answered, 3 when a call waits for
 * approval, which stays open, 75 when the model is down for longer than `waitMs`: the
 * message stays queued. Rejects with `unavailable` when the connection
 * ends before the answer.
 */
export async function runPipe(deps: PipeDeps): Promise<number> {
  const { client, output, json, images = [] } = deps;
  const message = (await text(deps.input)).trim();
  if (message === "" && images.length === 0)
    throw new Fault("invalid", "The input is empty.", { hint: 'Try: echo "hello" | reeve chat' });

  const { seq } = await client.hello(deps.externalId);
  const events = client.events(seq);
  const receipt = await client.deliver({
    message: deps.newId(),
    text: message,
    ...(images.length > 0 && { images }),
  });
  if (
    receipt.outcome === "refused" ||
    receipt.outcome === "ignored" ||
    receipt.outcome === "noted"
  ) {
    output.write(`Not answered: ${sanitize(receipt.reason ?? receipt.outcome)}\n`);
    return EXIT.failed;
  }

  if (receipt.reason !== undefined && !json) output.write(`${sanitize(receipt.reason)}\n`);

  let turn: string | undefined;
  let isWaiting = false;
  using patience = startPatience(deps);
  for await (const event of events) {
    patience.see(event);
    if (json) output.write(`${JSON.stringify(event)}\n`);
    if (takesIn(event, receipt.message)) turn = event.turn;
    if (event.type === "approval-request" && event.turn === turn) {
      isWaiting = true;
      if (!json) output.write(questionText(event));
    }
    if (event.type === "said" && event.about === receipt.message) {
      if (!json) output.write(answerText(event));
      return EXIT.answered;
    }
    if (event.type !== "turn-end" || event.turn !== turn) continue;
    // An interrupted turn gives its messages to the next one.
    if (event.outcome === "interrupted") continue;
    if (!json) output.write(answerText(event));
    if (event.outcome !== "answered") return EXIT.failed;
    return isWaiting ? EXIT.waiting : EXIT.answered;
  }
  if (patience.outage) {
    output.write(`The model ${sanitize(patience.outage.model)} is down. ${STORED}\n`);
    return EXIT.modelDown;
  }
  throw new Fault("unavailable", "The connection closed before the reply arrived.", {
    hint: "The message is stored. Once the agent is running again, read the reply with: reeve chat",
  });
}

const STORED =
  "The message is stored and will be answered once the model is available again. Read the reply with: reeve chat";

type Outage = Extract<LiveEvent, { type: "turn-waiting" }>;

interface Patience extends Disposable {
  see(event: LiveEvent): void;
  /** Set while the model is down. */
  readonly outage: Outage | undefined;
}

/** Closes the connection once a model has been down for too long, also if it began to answer in between. */
function startPatience({
  client,
  waitMs = WAIT_MS,
  clock = steadyClock,
  pause = wait,
}: PipeDeps): Patience {
  let outage: Outage | undefined;
  let until = { since: Number.NaN, at: 0 };
  let over = new AbortController();
  const leaveAfter = async (ms: number, { signal }: AbortController) => {
    await pause(ms, signal);
    if (!signal.aborted) client.close();
  };
  const calm = () => {
    outage = undefined;
    over.abort();
  };
  return {
    see(event) {
      if (SPOKEN.has(event.type)) return calm();
      if (event.type !== "turn-waiting") return;
      const now = clock.now();
      if (until.since !== event.since) until = { since: event.since, at: now + waitMs };
      calm();
      outage = event;
      over = new AbortController();
      void leaveAfter(Math.max(0, until.at - now), over);
    },
    get outage() {
      return outage;
    },
    [Symbol.dispose]: calm,
  };
}

/** Events that only a model that answers causes. */
const SPOKEN: ReadonlySet<LiveEvent["type"]> = new Set(["text-delta", "step-text", "tool-start"]);

/** Whether a turn begins with the message, or takes it in while it runs. */
function takesIn(event: LiveEvent, message: string): event is TakingIn {
  const isTaking = event.type === "turn-start" || event.type === "messages-joined";
  return isTaking && event.messages.includes(message);
}

type TakingIn = Extract<LiveEvent, { type: "turn-start" | "messages-joined" }>;

function answerText({ reply }: Extract<LiveEvent, { type: "turn-end" | "said" }>): string {
  const parts = reply.flatMap((part) => {
    if (part.type === "approval") return [];
    return part.type === "file" ? [part.text, part.path] : [part.text];
  });
  return parts.length > 0 ? `${sanitize(parts.join("\n\n")).trimEnd()}\n` : "";
}

function questionText({ approval, question, tool, args }: ApprovalRequest): string {
  const call = sanitize(`${tool} ${JSON.stringify(args)}`);
  return `${sanitize(question)}\n  ${call}\n  To allow it: reeve approvals allow ${approval}\n`;
}

type ApprovalRequest = Extract<LiveEvent, { type: "approval-request" }>;
