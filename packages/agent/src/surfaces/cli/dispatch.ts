import { Fault, isFault } from "@reeve/sdk";
import type { Caller } from "../../core/control.ts";
import type { Address } from "../../kernel/envelope.ts";
import { toId } from "../../kernel/ids.ts";
import { isRecord } from "../../kernel/json.ts";
import { parseJson } from "../../kernel/parse-json.ts";
import { type ClientFrame, clientFrame, FRAMES_VERSION, type ServerFrame } from "../frames.ts";
import type { ClientParts } from "./serve-client.ts";

export interface DispatcherParts extends ClientParts {
  readonly send: (frame: ServerFrame) => void;
  /** Ends the connection; the client comes back and subscribes since its last fact. */
  readonly drop: () => void;
}

export interface Dispatcher {
  /** Resolves when the line is answered. Never rejects: what goes wrong is answered too. */
  take(line: string): Promise<void>;
  /** Resolves when the subscription has ended. */
  settled(): Promise<void>;
}

/** Turns the frames of one client into calls of the core, and what comes back into frames. */
export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const { send, events, inbox, control, owner, signal } = parts;
  let chat: string | undefined;
  let following: Promise<void> | undefined;

  const address = (): Address => {
    if (chat !== undefined) return { surface: "cli", chat, kind: "direct" };
    throw new Fault("invalid", "This connection has no conversation yet.", {
      hint: 'Send a "hello" frame first.',
    });
  };
  const caller = (): Caller => ({ person: owner, surface: "cli", chat: chat ?? "main" });

  const attempt = async (id: string | undefined, work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      if (!isFault(error)) parts.onBug(error);
      send(toFaultFrame(id, error));
      return false;
    }
  };

  const follow = async (frame: Frame<"subscribe">, place: Address): Promise<void> => {
    const whole = await attempt(frame.id, async () => {
      for await (const event of events.subscribe(place, { since: frame.since, signal })) {
        send({ type: "event", event });
      }
    });
    if (!whole) parts.drop();
  };

  const answer = async (frame: ClientFrame): Promise<void> => {
    const reply = (value: unknown) => send({ type: "reply", id: frame.id, value });
    switch (frame.type) {
      case "hello": {
        if (frame.version !== FRAMES_VERSION) throw otherVersion(frame.version);
        if (chat !== undefined && chat !== frame.chat) throw secondChat(chat);
        chat = frame.chat;
        const seq = await events.lastSeq(address());
        const { version: agent, model } = parts;
        return send({ type: "hello", id: frame.id, version: FRAMES_VERSION, agent, model, seq });
      }
      case "deliver":
        return reply(
          await inbox.deliver({
            id: frame.message,
            edit: 0,
            address: address(),
            sender: { id: owner.id, name: owner.name },
            text: frame.text,
            ...(frame.images && { media: frame.images.map((image) => ({ kind: "photo", image })) }),
            sentAt: parts.clock.now(),
          }),
        );
      case "decide": {
        const { type: _type, id: _id, approval, ...decision } = frame;
        return reply(
          await inbox.decide({
            ...decision,
            approval: toId<"approval">(approval),
            by: owner,
            from: { surface: "cli", chat: caller().chat },
          }),
        );
      }
      case "stop":
        address();
        return reply(await control.call("turns.stop", {}, caller()));
      case "control":
        return reply(await control.call(methodName(frame.method), frame.params, caller()));
      case "subscribe": {
        if (following) throw secondSubscription();
        const place = address();
        reply({});
        following = follow(frame, place);
      }
    }
  };

  return {
    async take(line) {
      const said = parseJson(line)?.value;
      const read = clientFrame.safeParse(said);
      if (!read.success) return send(unreadable(said));
      await attempt(read.data.id, () => answer(read.data));
    },
    async settled() {
      await following;
    },
  };
}

type Frame<Type extends ClientFrame["type"]> = Extract<ClientFrame, { type: Type }>;

function toFaultFrame(id: string | undefined, error: unknown): ServerFrame {
  if (isFault(error)) {
    const { code, message, hint } = error;
    return { type: "fault", id, code, message, hint };
  }
  const hint = "The agent's log has the details.";
  return { type: "fault", id, code: "bug", message: "Something broke inside the agent.", hint };
}

/** The id is repeated where there is one, so that the client knows which frame was meant. */
function unreadable(said: unknown): ServerFrame {
  const id = isRecord(said) && typeof said["id"] === "string" ? said["id"] : undefined;
  const hint = "Send one JSON object a line, of a type in surfaces/frames.ts.";
  return { type: "fault", id, code: "invalid", message: "This line is not a frame.", hint };
}

function methodName(text: string): `${string}.${string}` {
  const [section, method, ...rest] = text.split(".");
  if (section && method && rest.length === 0) return `${section}.${method}`;
  throw new Fault("invalid", `Not the name of a control method: "${text}"`, {
    hint: 'Write it like "agent.status".',
  });
}

function otherVersion(version: number): Fault {
  const message = `The client speaks version ${version} of the frames, this agent version ${FRAMES_VERSION}.`;
  return new Fault("conflict", message, { hint: "Use the same version of Reeve on both sides." });
}

function secondChat(chat: string): Fault {
  return new Fault("conflict", `This connection already talks in "${chat}".`, {
    hint: "Open another connection for another conversation.",
  });
}

function secondSubscription(): Fault {
  return new Fault("conflict", "This connection is already subscribed.", {
    hint: "Open another connection to read from another point.",
  });
}
