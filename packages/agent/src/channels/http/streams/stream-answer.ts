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
  /** What the client heard last of this message. */
  readonly last: Position | undefined;
}

/** Tells what belongs to a message as it happens, and ends with `agent.stream.complete`. */
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
      // The end of a turn has told it already.
      if (followed.type === "answer" && followed.answer.turn === null)
        sink.send(completion(followed.answer));
    },
    { signal, watch },
  );
}

/** The end of what was no turn. It has no id: it is told again to who comes back. */
function completion({ turn, status, response, reason }: Answer): Uint8Array {
  const data = { turn, outcome: status, reply: [], text: response, ...(reason && { reason }) };
  return Buffer.from(encodeSse({ name: "agent.stream.complete", data }));
}
