import type { Address } from "../../../kernel/envelope.ts";
import { parseChat } from "../chat-address.ts";
import type { TelegramClient } from "../client.ts";
import type { MovedChats } from "../moved-chats.ts";

/** Telegram shows it for five seconds. */
const LEASE_MS = 4500;

interface TypingParts {
  readonly client: TelegramClient;
  readonly moved: MovedChats;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Shows that the bot is typing until `signal` aborts. Where Telegram does not want to show it, it does not. */
export async function showTyping(
  { chat: place }: Pick<Address, "chat">,
  { client, moved, pause }: TypingParts,
  signal: AbortSignal,
): Promise<void> {
  const { chat, topic } = parseChat(place);
  const options = topic === undefined ? {} : { message_thread_id: topic };
  while (!signal.aborted) {
    await Promise.allSettled([
      client.call(async (api) => api.sendChatAction(await moved.reach(chat), "typing", options)),
    ]);
    await pause(LEASE_MS, signal);
  }
}
