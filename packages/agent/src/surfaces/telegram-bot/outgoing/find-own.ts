import type { TelegramClient } from "../client.ts";
import { refusalOf } from "../telegram-fault.ts";

/** So many numbers are tried at most: a busy bot's other chats use them, too. */
const MOST_TRIED = 20;

/** Numbers between two messages. */
export interface Gap {
  readonly chat: string;
  readonly after: number;
  readonly before: number;
}

/**
 * Messages of ours in a chat whose numbers lie between two others, and that nobody knows of. A bot cannot read a chat,
 * but it is told different things when it wants to change a message of its own, one of
 * somebody else, and none; a change to what holds already changes nothing.
 */
export async function findOwn(
  { chat, after, before }: Gap,
  { client, signal }: { readonly client: TelegramClient; readonly signal: AbortSignal },
): Promise<readonly number[]> {
  const found: number[] = [];
  for (let message = after + 1; message < Math.min(before, after + 1 + MOST_TRIED); message += 1) {
    if (client.heights.isKnown(chat, message)) continue;
    const look = client.send({ chat, sending: "final", signal }, async (api) => {
      await api.editMessageReplyMarkup(chat, message);
      return true;
    });
    const [looked] = await Promise.allSettled([look]);
    if (looked?.status === "fulfilled" || isThere(looked?.reason)) found.push(message);
  }
  return found;
}

/** Anything else than a refusal of this one message is passed on. */
function isThere(error: unknown): boolean {
  const refusal = refusalOf(error);
  if (refusal === "not-modified") return true;
  if (refusal === "message-gone" || refusal === "cannot-edit") return false;
  throw error;
}
