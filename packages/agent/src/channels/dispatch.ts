import { sessions } from "@reeve/operations/work/sessions";
import { Fault, isFault } from "@reeve/sdk";
import { askAs } from "../operations/ask.ts";
import type { Caller, Control } from "../core/control.ts";
import type { Events } from "../core/events/events.ts";
import type { Inbox, Receipt } from "../core/inbox.ts";
import type { Address } from "../kernel/envelope.ts";
import { toId } from "../kernel/ids.ts";
import { isRecord } from "../kernel/text/json.ts";
import { parseJson } from "../kernel/text/parse-json.ts";
import type { Principal } from "../kernel/principal.ts";
import type { TokenScope } from "../kernel/token-scope.ts";
import type { LiveEvent } from "../kernel/chat-event.ts";
import {
  type ClientFrame,
  clientFrame,
  FRAMES_VERSION,
  type ServerFrame,
} from "@reeve/operations/frames";

export interface DispatcherDeps {
  /** Person on this connection. Read for each frame, so that changes of role apply at once. */
  readonly person: Principal;
  /** Resolves a chat by name; throws a fault if the person may not use it. */
  readonly find: (externalId: string) => Promise<Address>;
  readonly deliver: (address: Address, frame: Frame<"deliver">) => Promise<Receipt>;
  readonly decide: Inbox["decide"];
  readonly control: Pick<Control, "receive">;
  readonly lastSeq: Events["lastSeq"];
  /** Sends the events after `since` until the signal aborts; rejects when it cannot. */
  readonly follow: (address: Address, options: FollowOptions) => Promise<void>;
  /** Default: the connection does not serve the Model Context Protocol. */
  readonly openMcp?: OpenMcp | undefined;
  /** Throws `denied` for frames that may not be sent on this connection. */
  readonly refuse?: ((frame: ClientFrame) => Promise<void>) | undefined;
  /** Version of Reeve. */
  readonly version: string;
  /** Display name of the model. */
  readonly model: string;
  /**
   * Receives every error that is not a `Fault`, once; the client learns only that an error
   * occurred.
   */
  readonly onBug: (error: unknown) => void;
  /** Ends all subscriptions. */
  readonly signal: AbortSignal;
  readonly send: (frame: ServerFrame) => void;
  /** Ends the connection; the client reconnects and subscribes from its last event. */
  readonly drop: () => void;
}

/** Opens a connection of the Model Context Protocol; its messages go to `send`. */
export type OpenMcp = (
  scopes: readonly TokenScope[],
  wire: { readonly send: (message: unknown) => void; readonly signal: AbortSignal },
) => Promise<McpConnection>;

export interface McpConnection {
  /** Receives a JSON-RPC message of the client. Throws `invalid` for anything else. */
  take(message: unknown): void;
}

export interface FollowOptions {
  readonly since: number;
  readonly signal: AbortSignal;
  readonly onEvent: (event: LiveEvent) => void;
}

export interface Dispatcher {
  /** Resolves when the line is answered. Never rejects: errors are sent as answers. */
  take(line: string): Promise<void>;
  /** Resolves when all subscriptions have ended. */
  settled(): Promise<void>;
}

interface Subscription {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** Turns a client's frames into calls of the core, and their results into frames. */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { send, control, signal } = deps;
  /** Chat of the hello. */
  let own: { readonly externalId: string; readonly address: Address } | undefined;
  const subscriptions = new Map<string, Subscription>();
  let mcp: McpConnection | undefined;

  const addressOf = async (externalId: string | undefined): Promise<Address> => {
    if (!own) throw noConversation();
    return externalId === undefined ? own.address : deps.find(externalId);
  };
  const callerIn = async (externalId: string | undefined, key?: string): Promise<Caller> => {
    const address =
      externalId === undefined && own ? own.address : await deps.find(externalId ?? MAIN);
    return { person: deps.person, channel: address.channel, externalId: address.externalId, key };
  };

  const attempt = async (id: string | undefined, work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      if (!isFault(error)) deps.onBug(error);
      send(toFaultFrame(id, error));
      return false;
    }
  };

  const follow = async (frame: Frame<"subscribe">, address: Address, stop: AbortController) => {
    const { id, since, chat: externalId } = frame;
    const event =
      externalId === undefined
        ? { type: "event" as const }
        : { type: "event" as const, chat: externalId };
    const options = {
      since,
      signal: AbortSignal.any([signal, stop.signal]),
      onEvent: (happened: LiveEvent) => {
        if (!stop.signal.aborted) send({ ...event, event: happened });
      },
    };
    const whole = await attempt(id, () => deps.follow(address, options));
    if (!whole) deps.drop();
  };

  const answer = async (frame: ClientFrame): Promise<void> => {
    const reply = (value: unknown) => send({ type: "reply", id: frame.id, value });
    await deps.refuse?.(frame);
    switch (frame.type) {
      case "hello": {
        if (frame.version !== FRAMES_VERSION) throw otherVersion(frame.version);
        if (own && own.externalId !== frame.chat) throw secondChat(own.externalId);
        own ??= { externalId: frame.chat, address: await deps.find(frame.chat) };
        const seq = await deps.lastSeq(own.address);
        const { version: agent, model } = deps;
        return send({ type: "hello", id: frame.id, version: FRAMES_VERSION, agent, model, seq });
      }
      case "deliver":
        return reply(await deps.deliver(await addressOf(frame.chat), frame));
      case "decide": {
        const { type: _type, id: _id, chat: externalId, approval, ...decision } = frame;
        const { channel, externalId: chat } = await callerIn(externalId);
        return reply(
          await deps.decide({
            ...decision,
            approval: toId<"approval">(approval),
            by: deps.person,
            from: { channel, externalId: chat },
          }),
        );
      }
      case "stop":
        await addressOf(frame.chat);
        return reply(await askAs(control, await callerIn(frame.chat))(sessions.stop, {}));
      case "ask": {
        const caller = await callerIn(frame.chat, frame.key);
        // An operation without a result sends null, because a reply needs a value.
        return reply((await control.receive(frame.operation, frame.input, caller)) ?? null);
      }
      case "subscribe": {
        const key = frame.chat ?? "";
        if (subscriptions.has(key)) throw secondSubscription();
        const address = await addressOf(frame.chat);
        reply({});
        const stop = new AbortController();
        subscriptions.set(key, { stop, ended: follow(frame, address, stop) });
        return;
      }
      case "mcp-open": {
        if (!deps.openMcp) throw noMcp();
        if (mcp) throw new Fault("conflict", "This connection already serves MCP.");
        const wire = { signal, send: (message: unknown) => send({ type: "mcp", message }) };
        mcp = await deps.openMcp(frame.scopes, wire);
        return reply({});
      }
      case "mcp":
        if (!mcp) throw noMcp();
        mcp.take(frame.message);
        return reply({});
      case "unsubscribe": {
        const key = frame.chat ?? "";
        const found = subscriptions.get(key);
        found?.stop.abort();
        subscriptions.delete(key);
        await found?.ended;
        return reply({});
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
      await Promise.all([...subscriptions.values()].map(({ ended }) => ended));
    },
  };
}

/** Chat used when a client names none. */
const MAIN = "main";

export type Frame<Type extends ClientFrame["type"]> = Extract<ClientFrame, { type: Type }>;

/** Returns the error frame for a client. For a bug it says only that one occurred. */
export function toFaultFrame(id: string | undefined, error: unknown): ServerFrame {
  if (isFault(error)) {
    const { code, message, hint } = error;
    return { type: "fault", id, code, message, hint };
  }
  const hint = "See the agent's log: reeve log";
  return { type: "fault", id, code: "bug", message: "Internal error.", hint };
}

/** Repeats the id if there is one, so that the client knows which frame was meant. */
function unreadable(said: unknown): ServerFrame {
  const frame = isRecord(said) ? said : {};
  const id = typeof frame["id"] === "string" ? frame["id"] : undefined;
  // Clients of protocol version 1 send no hello.
  if (frame["type"] === "control") return toFaultFrame(id, otherVersion(1));
  const hint =
    "Send one JSON object per line. Its type must be defined in @reeve/operations/frames.";
  return { type: "fault", id, code: "invalid", message: "The line is not a valid frame.", hint };
}

function noMcp(): Fault {
  return new Fault("invalid", "This connection does not serve MCP.", {
    hint: "Use /mcp over HTTP or, on the agent's machine, `reeve mcp serve`.",
  });
}

function noConversation(): Fault {
  return new Fault("invalid", "This connection has no conversation yet.", {
    hint: 'Send a "hello" frame first.',
  });
}

function otherVersion(version: number): Fault {
  const message = `The client uses protocol version ${version}, but this agent uses version ${FRAMES_VERSION}.`;
  return new Fault("conflict", message, { hint: "Use the same version of Reeve on both sides." });
}

function secondChat(externalId: string): Fault {
  return new Fault(
    "conflict",
    `This connection is already bound to the conversation "${externalId}".`,
    {
      hint: "In frames for another conversation, specify that conversation.",
    },
  );
}

function secondSubscription(): Fault {
  return new Fault("conflict", "This connection is already subscribed.", {
    hint: "To read from another point, unsubscribe first or open another connection.",
  });
}
