import { isVisible } from "../is-visible.ts";
import { packBlocks } from "../pack-blocks.ts";
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
  return packBlocks(parseMarkdown(markdown), {
    max: MAX_TEXT_UNITS,
    measure: ({ length }) => length,
    format: (block, max) =>
      formatBlock(block, max)
        .filter(isVisible)
        .map((text) => text.trimEnd()),
    join(one, next) {
      const joined = `${one}\n\n${next}`;
      return joined.length <= MAX_TEXT_UNITS ? joined : undefined;
    },
  });
}
