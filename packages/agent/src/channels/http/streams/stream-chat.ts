import { Fault } from "@reeve/sdk";
import type { ClientChats } from "../../../core/client-chats.ts";
import type { RouteContext } from "../route.ts";
import type { ChatStream } from "./chat-stream.ts";
import type { Position } from "./position.ts";
import { SSE_RETRY, type EventSink, respondWithEvents } from "./sse-response.ts";
import { type Batch, createBatch } from "./stream-entry.ts";

export interface StreamChatOptions {
  readonly stream: ChatStream;
  readonly conversations: Pick<ClientChats, "factsOfTurn">;
  /** Last position that the client received; undefined to start with new events. */
  readonly from: Position | undefined;
  /** Only this turn, up to its end. */
  readonly turn: string | undefined;
  readonly signal: AbortSignal;
  readonly watch: RouteContext["watch"];
}

/** Streams the events of a chat until the client leaves, or those of one turn until it ends. */
export async function streamChat(options: StreamChatOptions): Promise<Response> {
  const { stream, from, turn, signal, watch } = options;
  if (turn !== undefined) return streamTurn({ ...options, turn });
  return respondWithEvents((sink) => listenUntilEnd(stream, { from, sink, take: toAll(sink) }), {
    signal,
    watch,
  });
}

async function streamTurn({
  stream,
  conversations,
  from,
  turn,
  signal,
  watch,
}: StreamChatOptions & { readonly turn: string }): Promise<Response> {
  const facts = await conversations.factsOfTurn(turn);
  const [first] = facts;
  if (!first)
    throw new Fault("missing", `Turn not found: ${turn}`, {
      hint: "Use the id from agent.stream.start, or stream without `turn`.",
    });
  const end = facts.find(({ type }) => type === "turn-end")?.seq;
  if (from && end !== undefined && from.seq >= end) return new Response(null, { status: 204 });
  return respondWithEvents(
    (sink) =>
      listenUntilEnd(stream, {
        from: from ?? { seq: first.seq - 1, n: 0 },
        sink,
        take: toTurn(turn, sink),
      }),
    { signal, watch },
  );
}

interface Listening {
  readonly from: Position | undefined;
  readonly sink: EventSink;
  readonly take: (batch: Batch) => void;
}

/** Resolves when the stream or the client's connection ends. */
async function listenUntilEnd(stream: ChatStream, { from, sink, take }: Listening): Promise<void> {
  sink.send(SSE_RETRY);
  const { promise, resolve } = Promise.withResolvers<void>();
  sink.signal.addEventListener("abort", () => resolve());
  if (sink.signal.aborted) resolve();
  const listening = await stream.listen(from, { take, end: resolve });
  await promise;
  listening[Symbol.dispose]();
}

function toAll(sink: EventSink): (batch: Batch) => void {
  return ({ bytes }) => sink.send(bytes);
}

function toTurn(turn: string, sink: EventSink): (batch: Batch) => void {
  return ({ entries }) => {
    const own = entries.filter(({ event }) => "turn" in event && event.turn === turn);
    if (own.length > 0) sink.send(createBatch(own).bytes);
    if (own.some(({ event }) => event.type === "turn-end")) sink.end();
  };
}
