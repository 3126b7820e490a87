import { Fault } from "@reeve/sdk";
import type { OutgoingMessage } from "../../../core/client-chats.ts";
import type { Receipt } from "../../../core/inbox.ts";
import type { Address } from "../../../kernel/envelope.ts";
import type { Principal } from "../../../kernel/principal.ts";
import type { HttpAgent } from "../http-agent.ts";
import type { Answer } from "./answer.ts";
import type { ChatStream } from "./chat-stream.ts";
import { answerOfCommand } from "./track-reply.ts";
import type { Position } from "./position.ts";

/** A message that is stored. Where it has its answer already, that is `answer`. */
export interface SubmittedMessage {
  readonly address: Address;
  readonly stream: ChatStream;
  readonly receipt: Receipt;
  /** Everything that belongs to its answer happened after it. */
  readonly from: Position;
  /** The turn that has taken in a message that came before. */
  readonly turn?: string | undefined;
  /** The last fact of that turn, where it has ended. */
  readonly end?: number | undefined;
  readonly answer?: Answer | undefined;
}

/**
 * Delivers a message, and says where its answer is to be listened for. What will never be answered
 * is a fault; a repeat is answered as the first time.
 */
export async function submitMessage(
  agent: Pick<HttpAgent, "conversations" | "streams">,
  { address, person }: { readonly address: Address; readonly person: Principal },
  saying: OutgoingMessage,
): Promise<SubmittedMessage> {
  const stream = agent.streams.of(address);
  const from = await stream.head();
  const receipt = await agent.conversations.say(address, person, saying);
  const begun = { address, stream, receipt, from };
  switch (receipt.outcome) {
    case "queued":
    case "answered":
      return begun;
    case "repeat":
      return { ...begun, ...(await findRepeat(agent, begun)) };
    case "noted": {
      const { message, reason } = receipt;
      const nothing = { turn: null, response: "", approvals: [] };
      return { ...begun, answer: { message, status: "noted", ...nothing, reason } };
    }
    case "ignored":
    case "refused":
      throw refusal(receipt);
  }
}

/** Where the answer of a message that came before is found. */
async function findRepeat(
  { conversations }: Pick<HttpAgent, "conversations">,
  { address, receipt: { message }, from }: SubmittedMessage,
): Promise<Partial<SubmittedMessage>> {
  const fate = await conversations.statusOf(message);
  if (fate?.turn) {
    const facts = await conversations.factsOfTurn(fate.turn);
    const [first] = facts;
    const end = facts.find(({ type }) => type === "turn-end")?.seq;
    return { turn: fate.turn, end, from: first ? { seq: first.seq - 1, n: 0 } : from };
  }
  if (fate?.state === "answered")
    return { answer: await answerOfCommand(message, { conversations, address, since: 0 }) };
  if (fate?.state === "ignored" || fate?.state === "refused")
    throw refusal({ message, outcome: fate.state, reason: fate.reason ?? undefined });
  return {};
}

function refusal({ outcome, reason = outcome }: Receipt): Fault {
  if (reason === "stranger")
    return new Fault("denied", 'People with the role "stranger" get no replies.', {
      hint: "Ask the owner to give you a role.",
    });
  const code = reason.startsWith("too fast") ? "exhausted" : "invalid";
  return new Fault(code, `The message was not accepted: ${reason}.`);
}
