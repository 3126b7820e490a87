import { answerOf, isOfChat, refusalOf } from "../telegram-fault.ts";
import type { WrittenPiece } from "./piece.ts";
import { attempt } from "../../../kernel/attempt.ts";

/** A way to show a reply while it is being written. */
export interface LivePreview {
  /** Minimum time in milliseconds for which each frame is shown. */
  readonly intervalMs: number;
  /** Renders a text; undefined if there is nothing to show. */
  draw(text: string): WrittenPiece | undefined;
  /** Replaces the shown frame; undefined if that would have to wait. */
  show(frame: WrittenPiece): Promise<true | undefined>;
}

export interface PreviewSource {
  /** Returns the text to show now. */
  readonly text: () => string;
  /** Receives each text that people can see from now on. */
  readonly shown: (text: string) => void;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Maximum backoff in milliseconds after failed frames. */
const MAX_PAUSE_MS = 5000;

/** After this many refusals in a row, Telegram will refuse the next frame, too. */
const MAX_REFUSED = 3;

/**
 * Shows new text whenever the last frame has been visible long enough, until `signal` aborts. A
 * failed frame is skipped, and the next one is delayed. Rejects if no frame can ever be shown.
 */
export async function runPreview(
  frames: LivePreview,
  { text, shown, pause }: PreviewSource,
  signal: AbortSignal,
): Promise<void> {
  let last = "";
  let failed = 0;
  let refused = 0;
  while (!signal.aborted) {
    const now = text();
    const frame = frames.draw(now);
    const contents = JSON.stringify(frame);
    if (frame && contents !== last) {
      const { isSeen, error } = await tryFrame(frame, frames);
      if (isSeen) shown(now);
      if (signal.aborted) return;
      refused = isRefusal(error) ? refused + 1 : 0;
      failed = error === undefined ? 0 : failed + 1;
      if (isForGood(error) || refused >= MAX_REFUSED) throw error;
      if (isSeen || refused > 0) last = contents;
    }
    const longest = Math.max(MAX_PAUSE_MS, frames.intervalMs);
    await pause(Math.min(frames.intervalMs * 2 ** failed, longest), signal);
  }
}

/** Returns whether people can see the frame, or why it failed. */
async function tryFrame(
  frame: WrittenPiece,
  frames: LivePreview,
): Promise<{ readonly isSeen: boolean; readonly error?: unknown }> {
  const tried = await attempt(frames.show(frame));
  if (tried?.status !== "rejected") return { isSeen: tried?.value === true };
  const error: unknown = tried.reason;
  return refusalOf(error) === "not-modified" ? { isSeen: true } : { isSeen: false, error };
}

function isRefusal(error: unknown): boolean {
  return answerOf(error)?.error_code === 400;
}

/**
 * Returns whether no later frame can be shown either: because of the chat, the message or the
 * server.
 */
function isForGood(error: unknown): boolean {
  if (isOfChat(error)) return true;
  const refusal = refusalOf(error);
  if (refusal === "message-gone" || refusal === "cannot-edit") return true;
  const code = answerOf(error)?.error_code;
  return code === 401 || code === 403 || code === 404;
}
