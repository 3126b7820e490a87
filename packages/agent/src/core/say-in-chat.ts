import type { NewId } from "../kernel/ids.ts";
import type { Reply } from "../kernel/reply.ts";
import type { Fact, SaidCause } from "../kernel/turn-event.ts";
import type { Chat } from "../store/chats.ts";
import type { Repositories } from "../store/store.ts";
import { appendFacts } from "./append-facts.ts";
import { isCommandAnswer } from "./commands.ts";
import { keepReply } from "./keep-reply.ts";
import { withPlainLinks } from "./text-part.ts";

export interface Saying {
  /** Unique; something that is said once has an id that follows from what it is. */
  readonly id: string;
  readonly cause: SaidCause;
  /** What it is about: the message that it answers, the reminder, the plan. */
  readonly about: string;
  readonly reply: readonly Reply[];
  /** Unix milliseconds. */
  readonly at: number;
}

export interface SayingDeps {
  readonly newId: NewId;
  /** Whether replies to a channel leave through the outbox. */
  readonly isPush: (channel: string) => boolean;
}

/**
 * Says something in a chat without a turn, in the caller's transaction: a fact, and on push
 * channels parts in the outbox. Publish the facts and ring the outbox's bell once the commit is done.
 */
export async function sayInChat(
  tx: Repositories,
  chat: Chat,
  { id, cause, about, reply: said, at, ...deps }: Saying & SayingDeps,
): Promise<readonly Fact[]> {
  const reply = said.map(withPlainLinks);
  const body = { type: "said", id, cause, about, reply } as const;
  const facts = await appendFacts(tx, chat.id, { bodies: [body], at });
  await keepSaying(tx, chat, { id, reply, at, ...deps });
  return facts;
}

/**
 * All of that but the fact, for a commit that tells its facts itself. The parts leave as they are, so
 * addresses in them have to be marked (`textPart`). False where the chat has had it already.
 */
export async function keepSaying(
  tx: Repositories,
  chat: Chat,
  { id, reply, at, ...deps }: Pick<Saying, "id" | "reply" | "at"> & SayingDeps,
): Promise<boolean> {
  const idOf = (position: number) => `${id}:${position}`;
  const isSearched = !isCommandAnswer(id);
  return keepReply(tx, chat, { ...deps, messageId: id, reply, turn: null, at, idOf, isSearched });
}
