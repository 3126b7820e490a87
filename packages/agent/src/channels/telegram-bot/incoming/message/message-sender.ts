import type { Message } from "grammy/types";
import type { Envelope } from "../../../../kernel/envelope.ts";
import { nameOf, nameOfChat } from "./describe-media.ts";

/**
 * Returns the sender of a message. Anonymous admins and channels act as their chat. Posts that
 * Telegram forwards automatically from a linked channel have no person as sender.
 */
export function messageSender({
  from,
  sender_chat: chat,
  is_automatic_forward: isAutomatic,
}: Pick<Message, "from" | "sender_chat" | "is_automatic_forward">): Envelope["sender"] {
  if (chat) {
    const username = "username" in chat ? chat.username : undefined;
    return {
      id: String(chat.id),
      name: nameOfChat(chat),
      ...(username !== undefined && { username }),
      ...(isAutomatic && { isBot: true }),
    };
  }
  if (!from) return { id: "0", name: "unknown" };
  const { username, language_code: language, is_bot: isBot } = from;
  return {
    id: String(from.id),
    name: nameOf(from),
    ...(username !== undefined && { username }),
    ...(language !== undefined && { language }),
    ...(isBot && { isBot }),
  };
}
