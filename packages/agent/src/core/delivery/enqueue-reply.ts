import type { NewId, TurnId } from "../../kernel/ids.ts";
import type { FilePart, ReplyPart } from "../../kernel/reply.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { SentFile } from "../../store/messages/messages.ts";
import type { Repositories } from "../../store/store.ts";

/** A post to a chat as it is; URLs in it have to be marked (`textPart`). */
export interface Queued {
  readonly reply: readonly ReplyPart[];
  /** Null for what is said without a turn. */
  readonly turn: TurnId | null;
  /** Unix milliseconds. */
  readonly at: number;
  readonly newId: NewId;
  /** Ids of the parts by their positions, where they follow from what is said; otherwise new ones. */
  readonly idOf?: ((position: number) => string) | undefined;
}

export interface StoredReply extends Queued {
  /** Whether replies to a channel leave through the outbox. */
  readonly isPush: (channel: string) => boolean;
  /** Under which the chat's feed knows it. */
  readonly messageId: string;
  /** False for what nobody looks for later. */
  readonly isSearched?: boolean | undefined;
}

/** Puts a reply into the outbox of a chat on a push channel, in the caller's transaction. Ring the outbox's wakeup once it is done. */
export async function enqueueReply(
  { outbox }: Pick<Repositories, "outbox">,
  chat: Pick<Chat, "id">,
  { reply, turn, at, newId, idOf }: Queued,
): Promise<void> {
  await outbox.add(
    reply.map((body, position) => {
      const clientId = newId();
      const id = idOf?.(position) ?? clientId;
      return { id, chat: chat.id, turn, position, clientId, body, nextAt: at };
    }),
  );
}

/** The same on any channel: where replies are fetched, its words and files go into the feed. False where that has had them already. */
export async function saveReply(
  tx: Pick<Repositories, "outbox" | "messages">,
  chat: Pick<Chat, "id" | "channel">,
  { isPush, messageId, isSearched, ...queued }: StoredReply,
): Promise<boolean> {
  if (isPush(chat.channel)) {
    await enqueueReply(tx, chat, queued);
    return true;
  }
  const { reply, turn, at } = queued;
  const files = reply.filter((part) => part.type === "file");
  const words = reply.filter((part) => part.type === "text" || part.type === "file");
  const text = words.flatMap((part) => (part.text === "" ? [] : [part.text])).join("\n");
  if (text === "" && files.length === 0) return true;
  return tx.messages.add({
    chat: chat.id,
    messageId,
    edit: 0,
    direction: "out",
    author: "reeve",
    text,
    at,
    turn,
    isSearched,
    files: files.map(toSentFile),
  });
}

/** A file as the history has it. */
export function toSentFile({ name, mediaType, path }: FilePart): SentFile {
  return { name, mediaType, path };
}
