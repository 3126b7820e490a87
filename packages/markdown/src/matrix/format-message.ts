import { isVisible } from "../is-visible.ts";
import { escapeHtml } from "../html/dialect.ts";
import { formatHtml } from "../html/format-html.ts";
import type { Block, List } from "../markdown.ts";
import { packBlocks } from "../pack-blocks.ts";
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
  return packBlocks(parseMarkdown(markdown), {
    max: MAX_BYTES,
    measure: bytesOf,
    format: (block, max) => fitted(block, max).filter(({ body }) => isVisible(body)),
    join,
  });
}

/** Formats a text as it is, in messages that fit. Nothing is sent of a text that shows nothing. */
export function formatPlain(text: string): readonly MatrixText[] {
  return split(text, MAX_BYTES, asIs).filter(({ body }) => isVisible(body));
}

function asIs(body: string): MatrixText {
  return { body, html: MATRIX_HTML.text(escapeHtml(body)).replaceAll("\n", "<br>") };
}

/** Splits a text so that each piece fits once it is formatted. */
function split(
  text: string,
  max: number,
  formatPiece: (text: string) => MatrixText,
): readonly MatrixText[] {
  const measure = (piece: string) => bytesOf(formatPiece(piece));
  return splitLines(text, { max: max - SLACK_BYTES, measure }).map(formatPiece);
}

function join(one: MatrixText, next: MatrixText): MatrixText | undefined {
  const joined = { body: `${one.body}\n\n${next.body}`, html: one.html + next.html };
  return bytesOf(joined) <= MAX_BYTES ? joined : undefined;
}

const encoder = new TextEncoder();

function bytesOf(text: MatrixText): number {
  return encoder.encode(JSON.stringify(text)).length;
}

function fitted(block: Block, max: number): readonly MatrixText[] {
  const whole = format(block);
  if (bytesOf(whole) <= max) return [whole];
  if (block.type === "list" && block.items.length > 1)
    return shares(block, Math.ceil(bytesOf(whole) / max)).flatMap((share) => fitted(share, max));
  if (block.type === "code") return split(block.text, max, (text) => format({ ...block, text }));
  return split(whole.body, max, (text) =>
    format({ type: "paragraph", children: [{ type: "text", text }] }),
  );
}

/** Splits a list into `count` lists of about equal length. */
function shares({ start, items, ...list }: List, count: number): readonly List[] {
  const length = Math.ceil(items.length / count);
  return Array.from({ length: Math.ceil(items.length / length) }, (_, index) => {
    const at = index * length;
    const first = start === undefined ? start : start + at;
    return { ...list, start: first, items: items.slice(at, at + length) };
  });
}

function format(block: Block): MatrixText {
  const writer = createWriter();
  writeBlocks(writer, [block], { links: "plain", takeCode: () => false });
  return { body: writer.finish().text.trim(), html: formatHtml([block], MATRIX_HTML) };
}
