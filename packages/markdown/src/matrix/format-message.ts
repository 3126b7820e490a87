import { isVisible } from "../is-visible.ts";
import { escapeHtml } from "../html/dialect.ts";
import { formatHtml } from "../html/format-html.ts";
import type { Block } from "../markdown.ts";
import { packPieces } from "../pack-pieces.ts";
import { parseMarkdown } from "../parse-markdown.ts";
import { splitLines } from "../split-lines.ts";
import { createWriter } from "../telegram/create-writer.ts";
import { writeBlocks } from "../telegram/write-blocks.ts";
import { MATRIX_HTML } from "./html-dialect.ts";

/** Text of one `m.room.message` event. */
export interface MatrixText {
  /** Plain text, for clients without HTML. */
  readonly body: string;
  readonly html: string;
}

/** An event has at most 65,536 bytes. Its other fields need some of them. */
const MAX_BYTES = 48_000;

/** A text of so many UTF-16 units fits into an event twice, in any script. */
const MAX_UNITS = 6000;

/** Formats an answer in Markdown as the texts of messages, in order; none if it shows nothing. */
export function formatMatrix(markdown: string): readonly MatrixText[] {
  const blocks = parseMarkdown(markdown);
  const pieces = blocks.flatMap(fitted).filter(({ body }) => isVisible(body));
  return packPieces(pieces, { join, fits });
}

/** Formats a text as it is, in messages that fit. Nothing is sent of a text that shows nothing. */
export function formatPlain(text: string): readonly MatrixText[] {
  return splitLines(text, MAX_UNITS)
    .filter(isVisible)
    .map((body) => {
      const html = MATRIX_HTML.text(escapeHtml(body));
      return { body, html: html.replaceAll("\n", "<br>") };
    });
}

function join(one: MatrixText, next: MatrixText): MatrixText {
  return { body: `${one.body}\n\n${next.body}`, html: one.html + next.html };
}

const encoder = new TextEncoder();

function fits(text: MatrixText): boolean {
  return encoder.encode(JSON.stringify(text)).length <= MAX_BYTES;
}

function fitted(block: Block): readonly MatrixText[] {
  const whole = format(block);
  if (fits(whole)) return [whole];
  if (block.type === "list")
    return block.items.flatMap((item, index) =>
      fitted({ ...block, start: block.start && block.start + index, items: [item] }),
    );
  const isCode = block.type === "code";
  return splitLines(isCode ? block.text : whole.body, MAX_UNITS).map((text) =>
    format(isCode ? { ...block, text } : { type: "paragraph", children: [{ type: "text", text }] }),
  );
}

function format(block: Block): MatrixText {
  const writer = createWriter();
  writeBlocks(writer, [block], { links: "plain", takeCode: () => false });
  return { body: writer.finish().text.trim(), html: formatHtml([block], MATRIX_HTML) };
}
