import { parseBusinessChat } from "../chat-address.ts";
import { MAX_TRIED } from "../delivery-state.ts";
import type { TelegramClient } from "../client.ts";
import { refusalOf } from "../telegram-fault.ts";
import { attempt } from "../../../kernel/attempt.ts";

/** Numbers that messages of ours may have. */
export interface Candidates {
  readonly chat: string;
  readonly numbers: readonly number[];
  /** Our messages that belong to other parts. */
  readonly known: readonly number[];
  /** Unix time in seconds before which messages belong to other parts, too. */
  readonly since?: number | undefined;
}

interface FindSentDeps {
  readonly client: TelegramClient;
  readonly signal: AbortSignal;
}

/**
 * Finds unknown messages of ours among some numbers. A bot cannot read a chat, but Telegram's errors on an
 * edit differ for the bot's own message, another sender's, and a missing one; an edit without a change has
 * no effect. This takes one call per number, and two more for each of our messages whose date matters.
 * In a business chat, the account's own messages can be edited, too, so nothing can be found there.
 */
export async function findSent(
  { chat, numbers, known, since }: Candidates,
  deps: FindSentDeps,
): Promise<readonly number[]> {
  if (parseBusinessChat(chat)) return [];
  const found: number[] = [];
  for (const message of numbers) {
    if (known.includes(message) || deps.client.heights.isKnown(chat, message)) continue;
    if (!(await change({ chat, message }, deps))) continue;
    if (since === undefined || (await dateOf({ chat, message }, deps)) >= since)
      found.push(message);
  }
  return found;
}

/**
 * Returns the numbers that a message may have which was sent when `after` was the newest known number,
 * and before the message `before`: directly above the one, or directly below the other. Between them are
 * messages of the bot's other chats.
 */
export function numbersBetween(after: number, before: number): readonly number[] {
  const low = after === 0 ? [] : range(after + 1, Math.min(before, after + 1 + MAX_TRIED));
  const high = range(Math.max(after + 1, before - MAX_TRIED), before);
  return [...new Set([...low, ...high])];
}

/** Returns the `count` numbers above another one. */
export function numbersAbove(after: number, count: number): readonly number[] {
  return range(after + 1, after + 1 + count);
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

interface Numbered {
  readonly chat: string;
  readonly message: number;
}

/**
 * Returns the date in seconds; 0 if the message is gone. Telegram returns a message only when it is
 * edited.
 */
async function dateOf(one: Numbered, deps: FindSentDeps): Promise<number> {
  const marked = await change(one, deps, MARK);
  await change(one, deps);
  return marked ? marked.date : 0;
}

const MARK = { inline_keyboard: [[{ text: "…", callback_data: "…" }]] };

/**
 * Sets or removes the buttons of a message; false if it is missing or not ours. Its date is 0 if it
 * already had them.
 */
async function change(
  { chat, message }: Numbered,
  { client, signal }: FindSentDeps,
  markup?: typeof MARK,
): Promise<{ readonly date: number } | false> {
  const changed = await attempt(
    client.send({ chat, sending: "final", signal }, async (api) => {
      const buttons = { ...(markup && { reply_markup: markup }) };
      const told = await api.editMessageReplyMarkup(chat, message, buttons);
      // Its number is not passed on: it would count as seen.
      return { date: told === true ? 0 : told.date };
    }),
  );
  if (changed?.status === "fulfilled") return changed.value ?? false;
  const error: unknown = changed?.reason;
  const refusal = refusalOf(error);
  if (refusal === "not-modified") return { date: 0 };
  // Rethrow everything but a refusal of this one message.
  if (refusal === "message-gone" || refusal === "cannot-edit") return false;
  throw error;
}
