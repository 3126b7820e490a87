import type { Block, Inline } from "../markdown.ts";
import { parseMarkdown } from "../parse-markdown.ts";
import type { RenderRich } from "./message.ts";
import { formatHtml } from "../html/format-html.ts";
import { TELEGRAM_HTML } from "./html-dialect.ts";

/**
 * Renders an answer as one rich message. HTML, since Telegram's own reading of Markdown takes
 * `2*3*4`, `$5 and $6` and `a == b == c` for formats and joins lines. None where it holds an
 * address to tap: no option turns off previews of rich messages. Where a word might be taken for
 * one (`readme.md`), nothing in it is linked.
 */
export const renderRich: RenderRich = (markdown, { links } = {}) => {
  const answers = [markdown].flat();
  if (answers.join("").length > MAX_CHARACTERS) return;
  const blocks = answers.flatMap(parseMarkdown);
  const inlines = blocks.flatMap(inlinesOf);
  if (blocks.some(isTooWide) || inlines.some(isAddress)) return;
  const html = formatHtml(blocks, TELEGRAM_HTML);
  if (!fits(html) || !isVisible(html)) return;
  const isInert = links === "plain" || inlines.some(namesHost);
  return { html, ...(isInert && { skip_entity_detection: true }) };
};

/** Telegram's limits are 32,768 characters, 500 blocks, 16 levels and 20 columns. */
const MAX_CHARACTERS = 30_000;
const MAX_BLOCKS = 450;
const MAX_LEVELS = 14;
const MAX_COLUMNS = 20;

function isTooWide(block: Block): boolean {
  if (block.type === "table") return block.header.length > MAX_COLUMNS;
  return childrenOf(block).some(isTooWide);
}

function childrenOf(block: Block): readonly Block[] {
  if (block.type === "quote") return block.blocks;
  return block.type === "list" ? block.items.flatMap(({ blocks }) => blocks) : [];
}

/** All pieces of running text, those inside of others too. */
function inlinesOf(block: Block): readonly Inline[] {
  if (block.type === "table") return flatten([block.header, ...block.rows].flat(2));
  if (block.type === "paragraph" || block.type === "heading") return flatten(block.children);
  return childrenOf(block).flatMap(inlinesOf);
}

function flatten(inlines: readonly Inline[]): readonly Inline[] {
  return inlines.flatMap((inline) =>
    "children" in inline ? [inline, ...flatten(inline.children)] : [inline],
  );
}

function isAddress(inline: Inline): boolean {
  if (inline.type === "text") return /:\/\/|\bwww\./i.test(inline.text);
  return inline.type === "link" && !/^(?:mailto:|#|\s*$)/i.test(inline.url);
}

/** Telegram would make a link of it, and might load what it leads to. */
function namesHost(inline: Inline): boolean {
  if (inline.type !== "text") return false;
  const rest = inline.text.replaceAll(/[\w.+-]{1,64}@[\w.-]{1,64}/g, "");
  return /[\p{L}\p{N}]\.\p{L}{2}|\d\.\d+\.\d+\.\d/u.test(rest);
}

function fits(html: string): boolean {
  let blocks = 0;
  let levels = 0;
  for (const [, closing, tag = ""] of html.matchAll(/<(\/?)([a-z\d-]+)[^>]*>/g)) {
    if (VOID.has(tag)) continue;
    levels += closing === "/" ? -1 : 1;
    if (closing === "" && BLOCK.test(tag)) blocks += tag === "li" ? 2 : 1;
    if (levels > MAX_LEVELS || blocks > MAX_BLOCKS) return false;
  }
  return true;
}

const VOID: ReadonlySet<string> = new Set(["br", "hr", "input"]);
const BLOCK = /^(?:p|tg-math-block|h\d|pre|blockquote|ul|ol|li|table|tr)$/;

function isVisible(html: string): boolean {
  return /[^\s\p{Cf}]/u.test(html.replaceAll(/<[^>]*>/g, ""));
}
