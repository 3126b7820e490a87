import { isVisible } from "../is-visible.ts";
import { packPieces } from "../pack-pieces.ts";
import { parseMarkdown } from "../parse-markdown.ts";
import { formatBlock } from "./format-block.ts";

/** Maximum length of a message in UTF-16 code units: counted like WhatsApp, or stricter. */
export const MAX_TEXT_UNITS = 4096;

/**
 * Makes messages for WhatsApp of an answer in Markdown, with WhatsApp's own signs for
 * formats, in their order. None where it shows nothing. Previews are the sender's to switch
 * off.
 */
export function formatText(markdown: string): readonly string[] {
  const pieces = parseMarkdown(markdown)
    .flatMap((block) => formatBlock(block, MAX_TEXT_UNITS))
    .filter(isVisible)
    .map((text) => text.trimEnd());
  return packPieces(pieces, {
    join: (one, next) => `${one}\n\n${next}`,
    fits: ({ length }) => length <= MAX_TEXT_UNITS,
  });
}
