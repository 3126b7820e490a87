import type { TurnRef } from "../../../core/outbound.ts";
import { isDirectChat, parseBusinessChat, parseChat } from "../chat-address.ts";
import type { TelegramClient } from "../client.ts";
import type { MovedChats } from "../moved-chats.ts";
import type { Target } from "./send-piece.ts";

interface TargetRequest {
  /** External id of the chat. */
  readonly externalId: string;
  readonly of?: TurnRef | undefined;
  /** Number of the answered message, if no turn gives it. */
  readonly answers?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Resolves the target of a part in a chat. In groups it replies to the answered message, unless the
 * group has migrated, where other messages have that number.
 */
export async function resolveTarget(
  { externalId, of, answers, signal }: TargetRequest,
  { client, moved }: { readonly client: TelegramClient; readonly moved: MovedChats },
): Promise<Target> {
  const { chat: named, topic } = parseChat(externalId);
  const chat = await moved.reach(named);
  const answered =
    chat === named ? Number((await of?.answers()) ?? answers ?? Number.NaN) : Number.NaN;
  if (!Number.isSafeInteger(answered)) return { chat, topic, signal };
  // After a start it is the only known number: new messages have higher ones.
  client.heights.note(chat, answered);
  return { chat, topic, signal, ...(isReplyShown(chat) && { answers: answered }) };
}

/** In a chat of two, it is clear what a message answers. */
function isReplyShown(chat: string): boolean {
  return !isDirectChat({ chat }) && !parseBusinessChat(chat);
}
