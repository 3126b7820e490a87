import type { FloodLimit, Sending } from "../kit/flood-gate.ts";

/** Calls that count for the limits of a chat. */
const MESSAGES: readonly Sending[] = ["final", "placeholder", "frame"];

/**
 * Limits that Telegram documents: 30 messages a second, one a second in a chat with small bursts,
 * 20 a minute in a group. The windows are slightly longer, because calls arrive closer together
 * than they were sent. There is no documented limit for drafts.
 */
export const TELEGRAM_LIMITS: readonly FloodLimit[] = [
  { max: 28, withinMs: 1100, reserved: 10 },
  { max: 3, withinMs: 3300, sendings: MESSAGES, inChat: () => true },
  { max: 19, withinMs: 61_000, reserved: 7, sendings: MESSAGES, inChat: isGroup },
  { max: 3, withinMs: 1100, sendings: ["draft"], inChat: () => true },
];

/** Telegram's ids of groups and channels are negative. */
function isGroup(chat: string): boolean {
  return chat.startsWith("-") || chat.startsWith("@");
}
