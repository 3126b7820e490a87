import { MAX_MESSAGE_UNITS, renderMarkdown, type TelegramText } from "chat-markdown/telegram";
import type { WrittenPiece } from "./piece.ts";

/** Stands before what is not the beginning. */
const MORE = "…\n";

/**
 * An answer that is still being written, as one message. Of one that is longer it is the newest part, so
 * that it is seen to go on; undefined where it shows nothing.
 */
export function renderPreview(text: string): WrittenPiece | undefined {
  const parts = renderMarkdown(text, { links: "plain", longCode: "split" });
  const newest = parts.at(-1);
  if (newest?.type !== "text") return undefined;
  return parts.length === 1 ? newest : { type: "text", ...withMore(newest) };
}

function withMore({ text, entities }: TelegramText): TelegramText {
  // Only for as long as a message has room for it.
  if (MORE.length + text.length > MAX_MESSAGE_UNITS) return { text, entities };
  const moved = entities.map((one) => ({ ...one, offset: one.offset + MORE.length }));
  return { text: `${MORE}${text}`, entities: moved };
}
