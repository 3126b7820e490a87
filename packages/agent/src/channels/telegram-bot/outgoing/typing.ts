import type { Address } from "../../../kernel/envelope.ts";
import { parseChat } from "../chat-address.ts";
import type { TelegramClient } from "../client.ts";
import type { MovedChats } from "../moved-chats.ts";

/** Telegram shows it for five seconds. */
const LEASE_MS = 4500;

/** So long after it was shown already; an answer in between has taken it away. */
const AGAIN_MS = 1000;

interface TypingDeps {
  readonly client: TelegramClient;
  readonly moved: MovedChats;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Shows that the bot is typing until `signal` aborts. Where Telegram does not want to show it, it does not. */
export async function showTyping(
  { externalId }: Pick<Address, "externalId">,
  { client, moved, pause }: TypingDeps,
  signal: AbortSignal,
): Promise<void> {
  const { chat, topic } = parseChat(externalId);
  const act = async () => client.act({ chat: await moved.reach(chat), topic, action: "typing" });
  while (!signal.aborted) {
    const [shown] = await Promise.allSettled([act()]);
    const isThere = shown?.status === "fulfilled" && !shown.value;
    await pause(isThere ? AGAIN_MS : LEASE_MS, signal);
  }
}
