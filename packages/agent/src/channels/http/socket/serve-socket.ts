import { once } from "node:events";
import type { Duplex } from "node:stream";
import { Fault, isFault } from "@reeve/sdk";
import type { RawData, WebSocket, WebSocketServer } from "ws";
import { hasScope, type TokenScope } from "../../../kernel/token-scope.ts";
import { parseJson } from "../../../kernel/text/parse-json.ts";
import {
  createDispatcher,
  type Dispatcher,
  type FollowOptions,
  toFaultFrame,
} from "../../dispatch.ts";
import { type ClientFrame, clientFrame, type ServerFrame } from "@reeve/operations/frames";
import type { HttpAgent } from "../http-agent.ts";
import type { GatewayCaller } from "../route.ts";
import type { ChatStream } from "../streams/chat-stream.ts";
import type { Upgrade, UpgradeContext } from "../upgrade-request.ts";

/** Maximum size of a frame in bytes: the largest images of a message, in base64, and its text. */
const MAX_FRAME_BYTES = 30 * 1024 * 1024;
/**
 * Maximum number of bytes read before the client has identified itself: a hello, and data that
 * arrived with it.
 */
const MAX_HELLO_BYTES = 128 * 1024;
/** Maximum number of unread bytes before a client is dropped. */
const MAX_UNREAD_BYTES = 1024 * 1024;
/** Time in milliseconds in which a client must identify itself. */
const HELLO_MS = 10_000;
const HEARTBEAT_MS = 15_000;

/** Token scope that each frame requires. */
const NEEDED: Readonly<Record<Exclude<ClientFrame["type"], "ask">, TokenScope>> = {
  hello: "read",
  subscribe: "read",
  unsubscribe: "read",
  deliver: "chat",
  stop: "chat",
  decide: "approve",
  "mcp-open": "read",
  mcp: "read",
};

/** Close codes of WebSocket. */
const GOING_AWAY = 1001;
const NOT_ALLOWED = 1008;

export interface SocketDeps {
  /** Receives every error that is not a `Fault`, once. */
  readonly onBug: (error: unknown) => void;
}

/**
 * Creates `/v1/ws`: the frames of the agent's own socket over WebSocket, one per message, for
 * several chats at once. The client identifies itself by a header, a cookie, or the token of the
 * first hello.
 */
export function createSocketUpgrade(deps: SocketDeps): Upgrade {
  let server: Promise<WebSocketServer> | undefined;
  return async (request, { socket, head }, context) => {
    server ??= openServer();
    (await server).handleUpgrade(request, socket, head, (client) => {
      void serve(client, context, { ...deps, socket }).catch(deps.onBug);
    });
  };
}

/** Most agents never see a client that needs it. */
async function openServer(): Promise<WebSocketServer> {
  const ws = await import("ws");
  return new ws.WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES });
}

/** Disconnects a client that sends too much before it has identified itself. */
function listenBriefly(
  socket: Duplex,
  { isKnown, drop }: { readonly isKnown: () => boolean; readonly drop: () => void },
): void {
  let heard = 0;
  const count = (bytes: Buffer) => {
    heard += bytes.length;
    if (isKnown()) socket.off("data", count);
    else if (heard > MAX_HELLO_BYTES) drop();
  };
  socket.on("data", count);
}

async function serve(
  client: WebSocket,
  context: UpgradeContext,
  { socket, ...parts }: SocketDeps & { readonly socket: Duplex },
) {
  const left = new AbortController();
  const signal = AbortSignal.any([context.signal, left.signal]);
  const send = (frame: ServerFrame) => {
    if (client.readyState !== client.OPEN) return;
    client.send(JSON.stringify(frame));
    if (client.bufferedAmount > MAX_UNREAD_BYTES) client.terminate();
  };
  const bar = () => client.close(NOT_ALLOWED, "access revoked");
  const entrance = createEntrance(context, {
    async open(caller) {
      const facts = await context.agent();
      const member = createMember(caller, { context, bar });
      left.signal.addEventListener("abort", () => member[Symbol.dispose]());
      const wire = { ...parts, signal, send, client, facts };
      const dispatcher = openDispatcher(member, context, wire);
      return {
        settled: () => dispatcher.settled(),
        async take(line) {
          if (await member.isStillIn()) await dispatcher.take(line);
        },
      };
    },
    send,
  });
  listenBriefly(socket, {
    isKnown: () => context.caller !== undefined || entrance.isOpen,
    drop: () => client.terminate(),
  });
  let busy: Promise<void> = Promise.resolve();
  client.on("message", (data: RawData) => {
    client.pause();
    busy = busy
      .then(() => entrance.take(textOf(data)))
      .catch(parts.onBug)
      .finally(() => client.resume());
  });
  // A failed connection is closed next; there is nothing else to do.
  client.on("error", () => client.terminate());
  const late = setTimeout(() => {
    if (!entrance.isOpen) client.close(NOT_ALLOWED, "no hello");
  }, HELLO_MS);
  const beating = setInterval(() => client.ping(), HEARTBEAT_MS);
  context.signal.addEventListener(
    "abort",
    () => void busy.then(() => client.close(GOING_AWAY, "server shutting down")),
    { signal: left.signal },
  );

  await once(client, "close");
  clearTimeout(late);
  clearInterval(beating);
  left.abort();
  await busy;
  await entrance.settled();
}

interface Entrance {
  take(line: string): Promise<void>;
  readonly isOpen: boolean;
  settled(): Promise<void>;
}

/** Admits frames once the sender is known. */
function createEntrance(
  { caller, authenticate }: UpgradeContext,
  {
    open,
    send,
  }: {
    /** Throws a `Fault` if it is not possible now. */
    readonly open: (caller: GatewayCaller) => Promise<Dispatcher>;
    readonly send: (frame: ServerFrame) => void;
  },
): Entrance {
  let dispatcher: Dispatcher | undefined;
  const enter = async (line: string): Promise<Dispatcher | undefined> => {
    if (dispatcher) return dispatcher;
    const read = clientFrame.safeParse(parseJson(line)?.value);
    const hello = read.success && read.data.type === "hello" ? read.data : undefined;
    const begin = async () => {
      const known =
        caller ?? (hello?.token === undefined ? undefined : await authenticate(hello.token));
      if (known) return open(known);
      send({ type: "fault", ...(hello && { id: hello.id }), ...UNKNOWN });
      return undefined;
    };
    return begin().catch((error: unknown) => {
      if (!isFault(error)) throw error;
      send(toFaultFrame(hello?.id, error));
      return undefined;
    });
  };
  return {
    async take(line) {
      dispatcher = await enter(line);
      await dispatcher?.take(line);
    },
    get isOpen() {
      return dispatcher !== undefined;
    },
    settled: async () => dispatcher?.settled(),
  };
}

const UNKNOWN = {
  code: "denied",
  message: "Authentication required.",
  hint: "Send a token in the hello frame, or as Authorization: Bearer when you connect.",
};

/** Current principal of a connection. */
interface Member extends Disposable {
  readonly caller: GatewayCaller;
  /** Checks access again; the connection ends if it is gone. */
  isStillIn(): Promise<boolean>;
}

function createMember(
  entered: GatewayCaller,
  { context, bar }: { readonly context: UpgradeContext; readonly bar: () => void },
): Member {
  let caller = entered;
  const watching = context.watch(entered, bar);
  return {
    get caller() {
      return caller;
    },
    async isStillIn() {
      const now = await context.again(caller);
      if (now) caller = now;
      else bar();
      return now !== undefined;
    },
    [Symbol.dispose]: () => watching[Symbol.dispose](),
  };
}

/** Returns the scope that a frame needs; for an operation, the operation's scope. */
async function neededFor(frame: ClientFrame, context: UpgradeContext): Promise<TokenScope> {
  if (frame.type !== "ask") return NEEDED[frame.type];
  const { control } = await context.agent();
  const found = control.implemented.find(({ operation }) => operation.name === frame.operation);
  // Control reports an unknown operation, to callers who could invoke any.
  if (!found) return "admin";
  if (found.operation.http !== undefined) return found.operation.scope;
  throw new Fault("denied", `${frame.operation} is only available on the local socket.`, {
    hint: "Use the command line on the agent's machine.",
  });
}

interface Wire extends SocketDeps {
  readonly signal: AbortSignal;
  readonly send: (frame: ServerFrame) => void;
  readonly client: WebSocket;
  /** Facts about the agent in the hello. */
  readonly facts: Pick<HttpAgent, "version" | "model">;
}

function openDispatcher(
  member: Member,
  context: UpgradeContext,
  { onBug, signal, send, client, facts }: Wire,
): Dispatcher {
  return createDispatcher({
    get person() {
      return member.caller.person;
    },
    onBug,
    signal,
    send,
    drop: () => client.close(GOING_AWAY, "come back"),
    version: facts.version,
    model: facts.model,
    async refuse(frame) {
      const { scopes } = member.caller;
      const needed = await neededFor(frame, context);
      if (hasScope(scopes, needed)) return;
      throw new Fault(
        "denied",
        `"${frame.type}" needs the scope "${needed}"; this token has "${scopes.join(", ")}".`,
        {
          hint: `Create another token: reeve tokens create <name> --scope ${needed}`,
        },
      );
    },
    find: async (externalId) =>
      (await context.agent()).conversations.find(externalId, member.caller.person),
    async deliver(address, { message, text, images }) {
      const media = images?.map((image) => ({ kind: "photo", image }));
      const { conversations } = await context.agent();
      const { person, scopes } = member.caller;
      return conversations.say(address, person, { message, text, media, scopes });
    },
    decide: async (decision) => (await context.agent()).inbox.decide(decision),
    control: {
      receive: async (...asked) => (await context.agent()).control.receive(...asked),
    },
    lastSeq: async (address) => (await context.agent()).events.lastSeq(address),
    follow: async (address, options) => {
      const { streams } = await context.agent();
      await follow(streams.of(address), options);
    },
  });
}

/** Forwards all events of a stream. If the stream ends first, the client has to reconnect. */
async function follow(
  stream: ChatStream,
  { since, signal, onEvent }: FollowOptions,
): Promise<void> {
  const over = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => over.resolve());
  if (signal.aborted) return;
  const listening = await stream.listen(
    { seq: since, n: 0 },
    {
      take: ({ entries }) => entries.forEach(({ event }) => onEvent(event)),
      end: () => over.reject(new Fault("unavailable", "The event stream has ended.")),
    },
  );
  await over.promise.finally(() => listening[Symbol.dispose]());
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data).toString();
}
