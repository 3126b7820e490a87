import { parseMarkdown } from "../parse-markdown.ts";
import { formatBlock } from "./format-block.ts";
import { packParts } from "./pack-parts.ts";

/** How long a message may be, in UTF-16 code units: as WhatsApp counts, and never less strict. */
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
