import { Fault } from "@reeve/sdk";
import type { OutgoingMessage } from "../../../core/client-chats.ts";
import type { Address } from "../../../kernel/envelope.ts";
import type { Principal } from "../../../kernel/principal.ts";
import type { HttpAgent } from "../http-agent.ts";
import type { Answer } from "./answer.ts";
import { type SubmittedMessage, submitMessage } from "./submit-message.ts";
import { ModelDownFault } from "./model-down.ts";
import { trackReply, type TrackReplyOptions } from "./track-reply.ts";

export interface AwaitedAnswer {
  readonly address: Address;
  readonly person: Principal;
  /** Ends the waiting; the turn goes on. */
  readonly signal: AbortSignal;
}

/**
 * Says something and waits for what becomes of it. Throws `aborted` when the signal does, and
 * `unavailable` when the agent ends first: the message is kept, and answered after its next start.
 */
export async function awaitAnswer(
  agent: HttpAgent,
  said: AwaitedAnswer,
  saying: OutgoingMessage,
): Promise<Answer> {
  const begun = await submitMessage(agent, said, saying);
  return answerTo(begun, { agent, signal: said.signal });
}

interface AnswerWaiting extends Pick<TrackReplyOptions, "onEntries"> {
  readonly agent: HttpAgent;
  /** Ends the waiting; the turn goes on. */
  readonly signal: AbortSignal;
}

/** The same for a message that was begun already. */
export async function answerTo(
  begun: SubmittedMessage,
  { agent, signal, onEntries }: AnswerWaiting,
): Promise<Answer> {
  if (begun.answer) return begun.answer;
  const { conversations } = agent;
  const { message, reason } = begun.receipt;
  const followed = await trackReply({
    ...begun,
    conversations,
    message,
    signal,
    endsAtOutage: true,
    ...(onEntries && { onEntries }),
  });
  switch (followed.type) {
    case "answer":
      return { ...followed.answer, ...(reason !== undefined && { reason }) };
    case "waiting":
      throw new ModelDownFault(followed.outage);
    case "left":
      throw new Fault("aborted", "The caller disconnected before the reply was sent.");
    case "ended":
      throw new Fault("unavailable", `The agent stopped before answering message ${message}.`, {
        hint: "The message is stored. Send it again with the same Idempotency-Key to get the reply.",
      });
  }
}
