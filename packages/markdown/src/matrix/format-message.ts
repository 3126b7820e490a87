import { isVisible } from "../is-visible.ts";
import { escapeHtml } from "../html/dialect.ts";
import { formatHtml } from "../html/format-html.ts";
import type { Block } from "../markdown.ts";
import { packPieces } from "../pack-pieces.ts";
import { parseMarkdown } from "../parse-markdown.ts";
import { splitLines } from "../split-ranges.ts";
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

/** A cut can make an address of a word, which then has tags around it. */
const SLACK_BYTES = 100;

/** Formats an answer in Markdown as the texts of messages, in order; none if it shows nothing. */
export function formatMatrix(markdown: string): readonly MatrixText[] {
  const blocks = parseMarkdown(markdown);
  const pieces = blocks.flatMap(fitted).filter(({ body }) => isVisible(body));
  return packPieces(pieces, { join, fits });
}

/** Formats a text as it is, in messages that fit. Nothing is sent of a text that shows nothing. */
export function formatPlain(text: string): readonly MatrixText[] {
  return split(text, asIs).filter(({ body }) => isVisible(body));
}

function asIs(body: string): MatrixText {
  return { body, html: MATRIX_HTML.text(escapeHtml(body)).replaceAll("\n", "<br>") };
}

/** Splits a text so that each piece fits once it is formatted. */
function split(text: string, formatPiece: (text: string) => MatrixText): readonly MatrixText[] {
  const measure = (piece: string) => bytesOf(formatPiece(piece));
  return splitLines(text, { max: MAX_BYTES - SLACK_BYTES, measure }).map(formatPiece);
}

function join(one: MatrixText, next: MatrixText): MatrixText {
  return { body: `${one.body}\n\n${next.body}`, html: one.html + next.html };
}

const encoder = new TextEncoder();

function bytesOf(text: MatrixText): number {
  return encoder.encode(JSON.stringify(text)).length;
}

function fits(text: MatrixText): boolean {
  return bytesOf(text) <= MAX_BYTES;
}

function fitted(block: Block): readonly MatrixText[] {
  const whole = format(block);
  if (fits(whole)) return [whole];
  if (block.type === "list")
    return block.items.flatMap((item, index) =>
      fitted({ ...block, start: block.start && block.start + index, items: [item] }),
    );
  if (block.type === "code") return split(block.text, (text) => format({ ...block, text }));
  return split(whole.body, (text) =>
    format({ type: "paragraph", children: [{ type: "text", text }] }),
  );
}

function format(block: Block): MatrixText {
  const writer = createWriter();
  writeBlocks(writer, [block], { links: "plain", takeCode: () => false });
  return { body: writer.finish().text.trim(), html: formatHtml([block], MATRIX_HTML) };
}
