import { createConnection, type Socket } from "node:net";
import { agent } from "@reeve/operations/agent/agent";
import type { Ask, AskOptions } from "@reeve/operations/ask";
import {
  type ClientFrame,
  type FaultFrame,
  FRAMES_VERSION,
  type HelloFrame,
  serverFrame,
} from "@reeve/operations/frames";
import { Fault, FAULT_CODES, isFault } from "@reeve/sdk";
import { createLineReader } from "./line-reader.ts";

/** More than any reply holds; a server that sends longer lines is not ours. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** The chat an operation refers to where none is named. */
const MAIN_CHAT = "main";

export interface SocketOptions {
  /** Closes the connection when aborted. */
  readonly signal: AbortSignal;
  /** Receives the events of subscriptions. */
  readonly onEvent?: (event: unknown) => void;
  /** Receives the agent's messages of the Model Context Protocol. */
  readonly onMcp?: (message: unknown) => void;
}

/**
 * A connection to a running agent over its socket. Requests reject with the agent's own faults,
 * and with `unavailable` once the connection is closed.
 */
export interface SocketConnection extends Disposable {
  /** Opens a chat; the first one is the connection's own. Rejects with `conflict` for another version of Reeve. */
  hello(chat: string): Promise<HelloFrame>;
  /** Sends a frame and resolves with the value of its reply. */
  request(frame: RequestFrame): Promise<unknown>;
  readonly ask: Ask;
  /** Ends the agent's process, also one of another version. Resolves once the agent knows; it closes the connection. */
  end(): Promise<void>;
  /** Resolves when the connection has ended, on either side. */
  readonly closed: Promise<void>;
  readonly isClosed: boolean;
  close(): void;
}

type RequestFrame = DistributiveOmit<Exclude<ClientFrame, { type: "hello" }>, "id">;
type OutgoingFrame = DistributiveOmit<ClientFrame, "id"> | EndFrame1;
type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown
  ? Omit<Union, Key>
  : never;

/** Ends the process of an agent of version 1. */
interface EndFrame1 {
  readonly type: "control";
  readonly method: "process.end";
  readonly params: Readonly<Record<string, never>>;
}

/** Connects to the agent that listens on `socketPath`. Rejects with `unavailable` where none does. */
export async function connectSocket(
  socketPath: string,
  { signal, onEvent = () => {}, onMcp = () => {} }: SocketOptions,
): Promise<SocketConnection> {
  const socket = await openSocket(socketPath, signal);
  const calls = createCalls(socket, socketPath);
  const { promise: closed, resolve: markClosed } = Promise.withResolvers<void>();
  const lines = createLineReader({ maxBytes: MAX_LINE_BYTES });
  let greeted: Promise<HelloFrame> | undefined;

  socket.on("data", (chunk: Buffer) => {
    for (const line of lines.push(chunk)) {
      const frame = readFrame(line);
      if (frame?.type === "event") onEvent(frame.event);
      else if (frame?.type === "mcp") onMcp(frame.message);
      else if (frame) calls.settle(frame);
    }
    if (lines.isOverlong) socket.destroy();
  });
  socket.once("close", () => {
    calls.abandon();
    markClosed();
  });

  const hello = (chat: string) => {
    greeted = calls.call({ type: "hello", version: FRAMES_VERSION, chat }).then(readHello);
    return greeted;
  };
  const request = async (frame: RequestFrame) => readReply(await calls.call(frame));

  const end = async () => {
    try {
      await request({ type: "ask", operation: agent.end.name, input: {} });
    } catch (error) {
      if (!isFault(error) || error.code !== "invalid") throw error;
      // An agent of version 1 does not know the frame.
      await calls.call({ type: "control", method: "process.end", params: {} });
    }
  };

  return {
    hello,
    request,
    end,
    closed,
    get isClosed() {
      return socket.destroyed;
    },
    close: () => socket.destroy(),
    [Symbol.dispose]: () => socket.destroy(),
    ask: async (operation, input, { chat, key }: AskOptions = {}) => {
      // The hello carries the version, so that no request goes to an agent with different frames.
      await (greeted ?? hello(MAIN_CHAT));
      const value = await request({ type: "ask", operation: operation.name, input, chat, key });
      // JSON has no `undefined`: an operation that returns nothing is answered with null.
      return operation.output.parse(value ?? undefined);
    },
  };
}

type Answer = Exclude<ReturnType<typeof serverFrame.parse>, { type: "event" | "mcp" }>;

function readFrame(line: string) {
  return serverFrame.safeParse(parseJson(line)).data;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // Not JSON, so no frame.
    return undefined;
  }
}

function readHello(frame: Answer): HelloFrame {
  if (frame.type !== "hello")
    throw new Fault("unavailable", "The agent did not return a hello frame.");
  if (frame.version !== FRAMES_VERSION) throw otherVersion(frame);
  return frame;
}

function readReply(frame: Answer): unknown {
  return frame.type === "reply" ? frame.value : undefined;
}

interface PendingCall {
  resolve(frame: Answer): void;
  reject(fault: Fault): void;
}

/** Pairs requests with their answers by id. */
function createCalls(socket: Socket, socketPath: string) {
  const pending = new Map<string, PendingCall>();
  let last = 0;

  return {
    call(frame: OutgoingFrame): Promise<Answer> {
      if (socket.destroyed || !socket.writable) return Promise.reject(connectionLost(socketPath));
      last += 1;
      const id = String(last);
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      pending.set(id, { resolve, reject });
      socket.write(`${JSON.stringify({ ...frame, id })}\n`);
      return promise;
    },
    settle(frame: Answer) {
      const call = frame.id === undefined ? undefined : pending.get(frame.id);
      if (!call || frame.id === undefined) return;
      pending.delete(frame.id);
      if (frame.type === "fault") call.reject(toFault(frame));
      else call.resolve(frame);
    },
    abandon() {
      for (const call of pending.values()) call.reject(connectionLost(socketPath));
      pending.clear();
    },
  };
}

function openSocket(socketPath: string, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ path: socketPath, signal });
    const refuse = (cause: Error) => reject(noAgent(socketPath, cause));
    socket.once("error", refuse);
    socket.once("connect", () => {
      socket.off("error", refuse);
      // A broken connection closes next, and `closed` reports that.
      socket.on("error", () => socket.destroy());
      resolve(socket);
    });
  });
}

function noAgent(socketPath: string, cause: Error): Fault {
  const hint = "Start the agent with: reeve start --detach";
  return new Fault("unavailable", `No agent is listening on ${socketPath}.`, { hint, cause });
}

function connectionLost(socketPath: string): Fault {
  const hint = "Check whether the agent is still running: reeve status";
  return new Fault("unavailable", `The connection to ${socketPath} is closed.`, { hint });
}

function otherVersion({ version, agent: release }: HelloFrame): Fault {
  const message = `The agent (Reeve ${release}) uses protocol version ${version}, but this program uses version ${FRAMES_VERSION}.`;
  return new Fault("conflict", message, {
    hint: "Restart the agent: reeve stop, then reeve start",
  });
}

/** A bug in the agent is, seen from here, the other side being out of order. */
function toFault({ code, message, hint }: FaultFrame): Fault {
  const known = FAULT_CODES.find((one) => one === code) ?? "unavailable";
  return new Fault(known, message, hint === undefined ? {} : { hint });
}
