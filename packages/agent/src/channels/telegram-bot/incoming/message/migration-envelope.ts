import type { Message } from "grammy/types";
import type { Envelope } from "../../../../kernel/envelope.ts";
import { messageSender } from "./message-sender.ts";
import { addressOf } from "./to-envelope.ts";

/**
 * Reads that a group has become a supergroup as a message that is context in the new chat. Telegram sends it
 * to both chats, but only the message to the old one names the person.
 */
export function migrationEnvelope(msg: Message, channel: string): Envelope | undefined {
  const { migrate_to_chat_id: id, chat, date } = msg;
  if (id === undefined) return undefined;
  const { title = "" } = chat;
  return {
    id: `migration:${chat.id}`,
    edit: 0,
    address: addressOf({ chat: { id, type: "supergroup", title } }, channel),
    sender: messageSender(msg),
    title,
    text: `[turned the group ${channel}/${chat.id} into this supergroup]`,
    sentAt: date * 1000,
    isOverheard: true,
  };
}
