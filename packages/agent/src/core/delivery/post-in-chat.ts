import type { NewId } from "../../kernel/ids.ts";
import type { ReplyPart } from "../../kernel/reply.ts";
import type { ChatEvent, PostCause } from "../../kernel/chat-event.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Repositories } from "../../store/store.ts";
import { appendEvents } from "../events/append-events.ts";
import { isCommandAnswer } from "../commands.ts";
import { saveReply } from "./enqueue-reply.ts";
import { withoutPreview } from "../text-part.ts";

export interface Post {
  /** Unique; something that is said once has an id that follows from what it is. */
  readonly id: string;
  readonly cause: PostCause;
  /** Subject of the post: the message that it answers, the reminder, the plan. */
  readonly about: string;
  readonly reply: readonly ReplyPart[];
  /** Unix milliseconds. */
  readonly at: number;
}

export interface PostDeps {
  readonly newId: NewId;
  /** Whether replies to a channel leave through the outbox. */
  readonly isPush: (channel: string) => boolean;
}

/**
 * Says something in a chat without a turn, in the caller's transaction: a fact, and on push
 * channels parts in the outbox. Publish the facts and ring the outbox's wakeup once the commit is done.
 */
export async function postInChat(
  tx: Repositories,
  chat: Chat,
  { id, cause, about, reply: said, at, ...deps }: Post & PostDeps,
): Promise<readonly ChatEvent[]> {
  const reply = said.map(withoutPreview);
  const body = { type: "said", id, cause, about, reply } as const;
  const facts = await appendEvents(tx, chat.id, { bodies: [body], at });
  await savePost(tx, chat, { id, reply, at, ...deps });
  return facts;
}

/**
 * All of that but the fact, for a commit that tells its facts itself. The parts leave as they are, so
 * addresses in them have to be marked (`textPart`). False where the chat has had it already.
 */
export async function savePost(
  tx: Repositories,
  chat: Chat,
  { id, reply, at, ...deps }: Pick<Post, "id" | "reply" | "at"> & PostDeps,
): Promise<boolean> {
  const idOf = (position: number) => `${id}:${position}`;
  const isSearched = !isCommandAnswer(id);
  return saveReply(tx, chat, { ...deps, messageId: id, reply, turn: null, at, idOf, isSearched });
}
