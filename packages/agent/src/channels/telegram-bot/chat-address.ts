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
  return !chat.startsWith("-");
}
