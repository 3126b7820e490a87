import { texts } from "../../../platform/texts.ts";
import type { ReadMessage } from "../../attachments/read-message-files.ts";
import { savePost } from "../../delivery/post-in-chat.ts";
import type { MessageRow } from "../choose-batch.ts";
import type { LeasedTx } from "../commit-with-lease.ts";
import type { TurnDeps } from "../deps.ts";
import { MAX_CHAT_BACKOFF_MS, READ_BACKOFFS_MS } from "../../../work/policy.ts";

/** A message as its claim found it, and what it turned out to say. */
export interface ReadRow {
  readonly row: MessageRow;
  readonly read: ReadMessage;
}

/** How long a message rests that was not read for lack of time, in milliseconds. */
const RETRY_MS = 1000;

/** How long a chat rests because of a message, in milliseconds. */
export function chatBackoff(result: ReadRow): number {
  const restMs = backoffOf(result);
  return restMs <= MAX_CHAT_BACKOFF_MS ? restMs : 0;
}

/**
 * Lets a message that could not be read rest by itself, where that takes longer than a chat rests.
 * Its sender is told when that begins, and not again.
 */
export async function postpone(
  { tx, chat, now, emit: tell }: LeasedTx,
  { row, read }: ReadRow,
  { localeOf, ...deps }: Pick<TurnDeps, "newId" | "isPush" | "localeOf">,
): Promise<void> {
  const restMs = backoffOf({ row, read });
  if (restMs <= MAX_CHAT_BACKOFF_MS) return;
  await tx.inbox.postpone(row.id, now + restMs);
  const { vain = 0 } = read.body;
  if (backoffMs(vain - 1) > MAX_CHAT_BACKOFF_MS) return;
  const { language } = await localeOf(tx, chat);
  const text = texts(language).attachments.later;
  const reply = [{ type: "notice", code: "delayed", text } as const];
  const id = `unread-yet:${row.id}`;
  tell({ type: "said", id, cause: "notice", about: row.id, reply });
  await savePost(tx, chat, { ...deps, id, reply, at: now });
}

/** Returns the backoff of a message; one that was not started for lack of time does not wait. */
function backoffOf({ row, read }: ReadRow): number {
  if (!read.isPostponed) return 0;
  const { vain = 0 } = read.body;
  return vain > (row.body.vain ?? 0) ? backoffMs(vain) : RETRY_MS;
}

/** How long a message rests after `vain` readings that came to nothing, in milliseconds. */
function backoffMs(vain: number): number {
  return READ_BACKOFFS_MS[vain - 1] ?? RETRY_MS;
}
