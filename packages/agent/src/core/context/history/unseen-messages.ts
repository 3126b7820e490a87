import type { ChatId } from "../../../kernel/ids.ts";
import { setLast } from "../../../kernel/set-last.ts";
import type { MessageStore, UnseenMessage, UnseenQuery } from "../../../store/messages/messages.ts";

/** Returns those of a chat's newest messages that a transcript does not hold, oldest first. */
export type ReadUnseen = (
  chat: ChatId,
  query: Omit<UnseenQuery, "after">,
) => Promise<readonly UnseenMessage[]>;

/** Number of chats to remember. */
const MAX_CHATS = 1000;

/** Creates a reader that does not look again at messages which the transcript is known to hold: it only grows. */
export function createReadUnseen({ unseen }: Pick<MessageStore, "unseen">): ReadUnseen {
  const held = new Map<ChatId, { readonly transcript: string; readonly through: number }>();
  return async (chat, query) => {
    const transcript = [query.session, ...query.carried].join();
    const known = held.get(chat);
    const isKnown = !query.goesBack && known?.transcript === transcript;
    const after = isKnown ? known.through : undefined;
    const { messages, heldThrough } = await unseen(chat, { ...query, after });
    if (heldThrough === undefined) held.delete(chat);
    else setLast(held, [chat, { transcript, through: heldThrough }], MAX_CHATS);
    return messages;
  };
}
