import { parseMarkdown } from "../parse-markdown.ts";
import { formatBlock } from "./format-block.ts";
import { isVisible } from "../is-visible.ts";

/** Maximum length of a message in UTF-16 code units: counted like WhatsApp, or stricter. */
export const MAX_TEXT_UNITS = 4096;

/**
 * Makes messages for WhatsApp of an answer in Markdown, with WhatsApp's own signs for
 * formats, in their order. None where it shows nothing. Previews are the sender's to switch
 * off.
 */
export function formatText(markdown: string): readonly string[] {
  const pieces = parseMarkdown(markdown).flatMap((block) => formatBlock(block, MAX_TEXT_UNITS));
  return packParts(pieces, MAX_TEXT_UNITS);
}

/** Joins pieces, with a free line between them, to as few texts of at most `limit` units as go in order. */
function packParts(pieces: readonly string[], limit: number): readonly string[] {
  const parts: string[] = [];
  for (const piece of pieces.filter(isVisible).map((text) => text.trimEnd())) {
    const joined = parts.length === 0 ? piece : `${parts.at(-1)}\n\n${piece}`;
    if (parts.length > 0 && joined.length <= limit) parts[parts.length - 1] = joined;
    else parts.push(piece);
  }
  return parts;
}
