import { Fault } from "@reeve/sdk";
import type { TurnId } from "../../../kernel/ids.ts";
import type { Approval } from "../../../store/turns/approvals.ts";
import type { InboxRow } from "../../../store/messages/inbox.ts";
import type { OutboxRow } from "../../../store/messages/outbox.ts";
import type { Chat } from "../../../store/messages/chats.ts";
import type { PromptSizes } from "../../../store/turns/prompt-sizes.ts";
import type { Repositories, Store } from "../../../store/store.ts";
import type { Step, Turn } from "../../../store/turns/turns.ts";
import type { UsageEntry } from "../../../store/billing/usage.ts";

/** Everything the store knows about one message, from inbox to terminal state. */
export interface MessageTimeline {
  readonly message: InboxRow;
  readonly chat: Chat | undefined;
  readonly turn: Turn | undefined;
  /** Other messages that the same turn answered. */
  readonly together: readonly InboxRow[];
  readonly steps: readonly Step[];
  readonly approvals: readonly Approval[];
  readonly usage: readonly UsageEntry[];
  /** How large the requests of the steps were, and what they were composed of. */
  readonly prompts: readonly (PromptSizes & { readonly step: number })[];
  readonly outbox: readonly OutboxRow[];
}

/** As `findTimeline`, but a fault `missing` where there is no such message. */
export async function getTimeline(
  text: string,
  store: Pick<Store, "slow">,
): Promise<MessageTimeline> {
  const life = await findTimeline(text, store);
  if (life) return life;
  if (text === "")
    throw new Fault("missing", "There are no messages yet.", { hint: "Send one: reeve chat" });
  throw new Fault("missing", `No message or incident has the id "${text}".`, {
    hint: "The id is shown in a reply's incident line and in the output of `reeve chat --json`. To see the newest message, omit the id.",
  });
}

/** Looks a message up by its own id, the platform's id, an incident, or the approval it decided; empty text means the newest. */
export async function findTimeline(
  text: string,
  { slow }: Pick<Store, "slow">,
): Promise<MessageTimeline | undefined> {
  const message = await find(text, slow);
  if (!message) return undefined;
  const told = message.turn ? await getTurnTimeline(message.turn, { slow }) : undefined;
  if (!told) return { ...NOTHING, message, chat: await slow.chats.byId(message.chat) };
  const { messages, outbox, ...turn } = told;
  return {
    ...turn,
    message,
    chat: await slow.chats.byId(message.chat),
    together: messages.filter(({ id }) => id !== message.id),
    // A question also goes to other chats; here is what went to this one.
    outbox: outbox.filter(({ chat }) => chat === message.chat),
  };
}

const NOTHING = {
  turn: undefined,
  together: [],
  steps: [],
  approvals: [],
  usage: [],
  prompts: [],
  outbox: [],
} as const;

/** Everything the store knows about one turn. */
export interface TurnLife extends Pick<
  MessageTimeline,
  "chat" | "steps" | "approvals" | "usage" | "prompts" | "outbox"
> {
  readonly turn: Turn;
  /** Messages that it answered, oldest first. */
  readonly messages: readonly InboxRow[];
}

/** Returns the steps, calls and usage of a turn; undefined if there is none of this id. */
export async function getTurnTimeline(
  id: TurnId,
  { slow }: Pick<Store, "slow">,
): Promise<TurnLife | undefined> {
  const turn = await slow.turns.byId(id);
  if (!turn) return undefined;
  const steps = await slow.turns.steps(id);
  const calls = steps.flatMap((step) => step.calls.map((call) => call.id));
  return {
    turn,
    chat: await slow.chats.byId(turn.chat),
    messages: await slow.inbox.ofTurn(id),
    steps,
    approvals: await slow.approvals.ofCalls(calls),
    usage: await slow.usage.ofTurn(id),
    prompts: await slow.turns.sizesOf(id),
    outbox: await slow.outbox.ofTurn(id),
  };
}

async function find(text: string, slow: Repositories): Promise<InboxRow | undefined> {
  if (text === "") return slow.inbox.newest();
  const incident = await slow.turns.byIncident(text);
  if (incident) return slow.inbox.byId(incident.openedBy);
  const [message] = await slow.inbox.find(text);
  if (message) return message;
  return (await slow.inbox.find(`decision:${text}`))[0];
}
