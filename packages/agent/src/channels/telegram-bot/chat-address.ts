import { formatChatAddress, parseChatAddress } from "../kit/chat-address.ts";

/** A chat of Telegram's, as an address names it: `-100123/42` is topic 42 of a group. */
export interface TelegramChat {
  /** Telegram's id. */
  readonly chat: string;
  /** `message_thread_id`, where it is a topic. */
  readonly topic?: number | undefined;
}

/** The name of a chat in addresses. */
export function formatChat({ chat, topic }: TelegramChat): string {
  return formatChatAddress({ chat, topic: topic?.toString() });
}

/** The chat that an address names. */
export function parseChat(text: string): TelegramChat {
  const { chat, topic } = parseChatAddress(text);
  return topic === undefined ? { chat } : { chat, topic: Number(topic) };
}

/** Whether it is one person's chat with the bot: groups and channels have negative ids. */
export function isDirectChat({ chat }: TelegramChat): boolean {
  return !chat.startsWith("-") && !parseBusinessChat(chat) && !isInlineChat(chat);
}

/** A chat of a person's own account, to which they have connected the bot. */
export interface BusinessChat {
  /** Telegram's id of the connection. */
  readonly connection: string;
  /** The other person's id, as in their chat with the bot. */
  readonly chat: string;
}

const BUSINESS = /^business:([^:]+):(-?\d+)$/;

/** Returns the name of a business chat, which takes the place of Telegram's id. */
export function formatBusinessChat({ connection, chat }: BusinessChat): string {
  return `business:${encodeURIComponent(connection)}:${chat}`;
}

export function parseBusinessChat(text: string): BusinessChat | undefined {
  const [, connection, chat] = BUSINESS.exec(text) ?? [];
  if (connection === undefined || chat === undefined) return undefined;
  return { connection: decodeURIComponent(connection), chat };
}

const INLINE = "inline:";

/** Returns the name of the chat in which a person's inline queries are answered. */
export function formatInlineChat(person: string): string {
  return `${INLINE}${person}`;
}

export function isInlineChat(chat: string): boolean {
  return chat.startsWith(INLINE);
}
