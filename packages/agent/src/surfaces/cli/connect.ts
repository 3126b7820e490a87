import { createConnection, type Socket } from "node:net";
import { Fault, FAULT_CODES } from "@reeve/sdk";
import { z } from "zod";
import { parseJson } from "../../kernel/parse-json.ts";
import type { InboxId } from "../../kernel/ids.ts";
import type { TurnEvent } from "../../kernel/turn-event.ts";
import { type ClientFrame, FRAMES_VERSION, type ServerFrame } from "../frames.ts";
import { createEventQueue } from "./event-queue.ts";
import type { FrameClient } from "./frame-client.ts";
import { createLineReader } from "./line-reader.ts";
import { serverFrame } from "./server-frame.ts";

/** More than any answer holds; a server that sends longer lines is not ours. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/**
 * Connects to the agent that listens on `socketPath`; aborting `signal` closes the
 * connection. Rejects with `unavailable` when nobody listens.
 */
export async function connectFrames(
  socketPath: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<FrameClient> {
  const socket = await openSocket(socketPath, signal);
  const calls = createCalls(socket, socketPath);
  const queue = createEventQueue<TurnEvent>();
  const { promise: closed, resolve: markClosed } = Promise.withResolvers<void>();
  const lines = createLineReader({ maxBytes: MAX_LINE_BYTES });

  socket.on("data", (chunk: Buffer) => {
    for (const line of lines.push(chunk)) {
      const frame = serverFrame.safeParse(parseJson(line)?.value).data;
      if (frame?.type === "event") queue.push(frame.event);
      else if (frame) calls.settle(frame);
    }
    if (lines.isOverlong) socket.destroy();
  });
  socket.once("close", () => {
    calls.abandon();
    queue.end();
    markClosed();
  });

  return {
    closed,
    get isClosed() {
      return socket.destroyed;
    },
    close: () => socket.destroy(),
    [Symbol.dispose]: () => socket.destroy(),
    async hello(chat) {
      const frame = hello.parse(await calls.call({ type: "hello", version: FRAMES_VERSION, chat }));
      if (frame.version !== FRAMES_VERSION) throw otherVersion(frame);
      return frame;
    },
    deliver: async (message) => receipt.parse(await calls.call({ type: "deliver", ...message })),
    decide: async (decision) => verdict.parse(await calls.call({ type: "decide", ...decision })),
    stop: () => calls.call({ type: "stop" }),
    control: (method, params, chat) => calls.call({ type: "control", method, params, chat }),
    events(since) {
      const subscribed = calls.call({ type: "subscribe", since });
      // Whoever reads the events learns of a failure; until then it is nobody's bug.
      void Promise.allSettled([subscribed]);
      return readAfter(subscribed, queue.items);
    },
  };
}

const hello = z.object({
  version: z.number(),
  agent: z.string(),
  model: z.string(),
  seq: z.number(),
});
const receipt = z.object({
  message: z.custom<InboxId>((value) => typeof value === "string"),
  outcome: z.enum(["queued", "answered", "repeat", "noted", "ignored", "refused"]),
  reason: z.string().optional(),
});
const verdict = z.enum(["recorded", "counted", "too-late"]);

async function* readAfter<Item>(
  opened: Promise<unknown>,
  items: AsyncIterable<Item>,
): AsyncGenerator<Item> {
  await opened;
  yield* items;
}

type Outgoing = DistributiveOmit<ClientFrame, "id">;
type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown
  ? Omit<Union, Key>
  : never;

interface PendingCall {
  resolve(value: unknown): void;
  reject(fault: Fault): void;
}

/** Pairs requests with their answers by id. */
function createCalls(socket: Socket, socketPath: string) {
  const pending = new Map<string, PendingCall>();
  let last = 0;

  return {
    call(frame: Outgoing): Promise<unknown> {
      if (socket.destroyed || !socket.writable) return Promise.reject(connectionLost(socketPath));
      last += 1;
      const id = String(last);
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      pending.set(id, { resolve, reject });
      socket.write(`${JSON.stringify({ ...frame, id })}\n`);
      return promise;
    },
    settle(frame: Exclude<ServerFrame, { type: "event" }>) {
      const call = frame.id === undefined ? undefined : pending.get(frame.id);
      if (!call || frame.id === undefined) return;
      pending.delete(frame.id);
      if (frame.type === "fault") call.reject(toFault(frame));
      else call.resolve(frame.type === "reply" ? frame.value : frame);
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
    const refuse = (cause: Error) => reject(nobodyListens(socketPath, cause));
    socket.once("error", refuse);
    socket.once("connect", () => {
      socket.off("error", refuse);
      // A connection that breaks is closed next, and that is what everyone waits for.
      socket.on("error", () => socket.destroy());
      resolve(socket);
    });
  });
}

function nobodyListens(socketPath: string, cause: Error): Fault {
  const hint = "Start the agent with: reeve start --detach";
  return new Fault("unavailable", `No agent listens on ${socketPath}.`, { hint, cause });
}

function connectionLost(socketPath: string): Fault {
  const hint = "See whether the agent still runs: reeve status";
  return new Fault("unavailable", `The connection to ${socketPath} is closed.`, { hint });
}

function otherVersion({ version, agent }: { version: number; agent: string }): Fault {
  const message = `The agent (Reeve ${agent}) speaks version ${version} of the frames, this program version ${FRAMES_VERSION}.`;
  return new Fault("conflict", message, { hint: "Stop it and start it again: reeve stop" });
}

/** A bug over there is, seen from here, the other side being out of order. */
function toFault({ code, message, hint }: Extract<ServerFrame, { type: "fault" }>): Fault {
  const known = FAULT_CODES.find((one) => one === code) ?? "unavailable";
  return new Fault(known, message, hint === undefined ? {} : { hint });
}
