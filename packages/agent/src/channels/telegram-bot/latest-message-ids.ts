import { parseBusinessChat } from "./chat-address.ts";

/**
 * The message numbers that were seen. Telegram numbers the messages of a supergroup or channel
 * by themselves, those of a connected account's chats together, and those of all other chats of
 * a bot together.
 */
export interface LatestMessageIds {
  note(chat: string, message: number): void;
  /** The highest; 0 where none was seen. */
  of(chat: string): number;
  /** Whether this one was seen, and lately. */
  isKnown(chat: string, message: number): boolean;
}

/** So many are known one by one. */
const MAX_KNOWN = 2000;

export function createLatestMessageIds(): LatestMessageIds {
  const heights = new Map<string, number>();
  const known = new Set<string>();
  return {
    note(chat, message) {
      const counter = counterOf(chat);
      heights.set(counter, Math.max(heights.get(counter) ?? 0, message));
      known.add(`${counter} ${message}`);
      const [first] = known;
      if (known.size > MAX_KNOWN && first !== undefined) known.delete(first);
    },
    of: (chat) => heights.get(counterOf(chat)) ?? 0,
    isKnown: (chat, message) => known.has(`${counterOf(chat)} ${message}`),
  };
}

function counterOf(chat: string): string {
  const business = parseBusinessChat(chat);
  if (business) return `business:${business.connection}`;
  return chat.startsWith("-100") ? chat : "others";
}
