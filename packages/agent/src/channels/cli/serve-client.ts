import type { Socket } from "node:net";
import type { Inbox } from "../../core/inbox.ts";
import type { ServerFrame } from "@reeve/operations/frames";
import { type Dispatcher, createDispatcher } from "../dispatch.ts";
import { createLineReader } from "@reeve/client/line-reader";
import type { CliDeps } from "./channel.ts";

/** Maximum size of a line in bytes: the largest images of a message, in base64, and its text. */
const MAX_LINE_BYTES = 30 * 1024 * 1024;
/** Maximum number of unread bytes before a client is dropped. */
const MAX_UNREAD_BYTES = 8 * 1024 * 1024;

export interface ClientDeps extends Omit<CliDeps, "path"> {
  readonly inbox: Inbox;
  readonly signal: AbortSignal;
}

/**
 * Serves one client, its frames one after the other, until it leaves or `signal`
 * aborts; a frame that is being handled then is finished and answered first.
 */
export async function serveClient(socket: Socket, deps: ClientDeps): Promise<void> {
  const left = new AbortController();
  const signal = AbortSignal.any([deps.signal, left.signal]);
  const send = (frame: ServerFrame) => {
    if (!socket.writable) return;
    socket.write(`${JSON.stringify(frame)}\n`);
    if (socket.writableLength > MAX_UNREAD_BYTES) socket.destroy();
  };
  const lines = createLineReader({ maxBytes: MAX_LINE_BYTES });
  const dispatcher = dispatchTo({ ...deps, signal }, { send, drop: () => socket.destroy() });
  let busy: Promise<void> = Promise.resolve();

  const take = async (chunk: Buffer) => {
    for (const line of lines.push(chunk)) await dispatcher.take(line);
    if (lines.isOverlong) {
      send(lineTooLong);
      socket.destroySoon();
    }
    socket.resume();
  };
  socket.on("data", (chunk: Buffer) => {
    socket.pause();
    busy = busy.then(() => take(chunk));
  });
  // Not `once` of node:events, which rejects when the client breaks off.
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  // A failed connection is closed next; there is nothing else to do.
  socket.on("error", () => socket.destroy());
  deps.signal.addEventListener("abort", () => void busy.then(() => socket.destroy()), {
    signal: left.signal,
  });
  if (deps.signal.aborted) socket.destroy();

  await closed;
  left.abort();
  await busy;
  await dispatcher.settled();
}

/** Access to the socket identifies the owner, who may name any chat of the terminal. */
function dispatchTo(
  deps: ClientDeps,
  wire: { readonly send: (frame: ServerFrame) => void; readonly drop: () => void },
): Dispatcher {
  const { owner, inbox, events, clock } = deps;
  return createDispatcher({
    ...deps,
    ...wire,
    person: owner,
    find: async (externalId) => ({ channel: "cli", externalId, kind: "direct" }),
    deliver: (address, { message, text, images }) =>
      inbox.deliver({
        id: message,
        edit: 0,
        address,
        sender: { id: owner.id, name: owner.name },
        text,
        ...(images && { media: images.map((image) => ({ kind: "photo", image })) }),
        sentAt: clock.now(),
      }),
    decide: (decision) => inbox.decide(decision),
    lastSeq: (address) => events.lastSeq(address),
    async follow(address, { since, signal, onEvent }) {
      for await (const event of events.subscribe(address, { since, signal })) onEvent(event);
    },
  });
}

const lineTooLong: ServerFrame = {
  type: "fault",
  code: "invalid",
  message: `A line is longer than ${MAX_LINE_BYTES} bytes.`,
  hint: "Send long text as a file in the workspace.",
};
