import type { ClientChats } from "../../../core/client-chats.ts";
import type { RouteContext } from "../route.ts";
import type { Answer } from "./answer.ts";
import type { SubmittedMessage } from "./submit-message.ts";
import { trackReply } from "./track-reply.ts";
import type { Position } from "./position.ts";
import { SSE_RETRY, respondWithEvents } from "./sse-response.ts";
import { createBatch, encodeSse } from "./stream-entry.ts";

export interface StreamAnswerOptions {
  readonly conversations: ClientChats;
  readonly signal: AbortSignal;
  readonly watch: RouteContext["watch"];
  /** Last position of this message that the client received. */
  readonly last: Position | undefined;
}

/** Streams the events of a message as they happen, and ends with `agent.stream.complete`. */
export function streamAnswer(
  { receipt: { message }, ...begun }: SubmittedMessage,
  { conversations, signal, watch, last }: StreamAnswerOptions,
): Response {
  if (last && begun.end !== undefined && last.seq >= begun.end)
    return new Response(null, { status: 204 });
  return respondWithEvents(
    async (sink) => {
      sink.send(SSE_RETRY);
      if (begun.answer) return sink.send(completion(begun.answer));
      const followed = await trackReply({
        ...begun,
        from: last ?? begun.from,
        conversations,
        message,
        signal: sink.signal,
        onEntries: (entries) => sink.send(createBatch(entries).bytes),
      });
      // The end of the turn has been sent already.
      if (followed.type === "answer" && followed.answer.turn === null)
        sink.send(completion(followed.answer));
    },
    { signal, watch },
  );
}

/**
 * Returns the end of a message without a turn. It has no id, so it is sent again after a reconnect.
 */
function completion({ turn, status, response, reason }: Answer): Uint8Array {
  const data = { turn, outcome: status, reply: [], text: response, ...(reason && { reason }) };
  return Buffer.from(encodeSse({ name: "agent.stream.complete", data }));
}
