import { type MarkedToken, type Token, type Tokens, walkTokens } from "marked";
import { cleanText } from "./clean-text.ts";
import { isMarked } from "./is-marked.ts";
import { lexMarkdown } from "./lex-markdown.ts";
import type { Block, Cell, List, Table } from "./markdown.ts";
import { parseInlines } from "./parse-inlines.ts";

/** A line that opens more than thirty quotes and lists, or is indented by two hundred. */
const DEEP_BLOCKS = /^(?:[ ]*(?:>|[-+*](?= )|\d{1,9}[.)](?= ))){31}|^[ ]{200,}(?:[-+*>]|\d+[.)])/m;

const DEEP_STYLES = /[*_~]{150}/;

/**
 * Takes a text in GitHub's Markdown apart, as models write it: with HTML in between, cut
 * off anywhere. Nothing that a reader should see is lost, and what is nested too deep to be
 * taken apart is one paragraph of what was written.
 */
export function parseMarkdown(markdown: string): readonly Block[] {
  const source = cleanText(markdown);
  if (isTangled(source)) return [toParagraph(source)];
  const tokens = lexMarkdown(source);
  return toBlocks(tokens, source.includes("]:") ? findReferences(tokens) : NO_REFERENCES);
}

const NO_REFERENCES: ReadonlySet<string> = new Set();

/** Converts tokens to blocks. Link definitions that none of `references` uses are shown as text. */
function toBlocks(tokens: readonly Token[], references: ReadonlySet<string>): Block[] {
  return tokens.filter(isMarked).flatMap((token) => toBlock(token, references));
}

function toBlock(token: MarkedToken, references: ReadonlySet<string>): Block | readonly Block[] {
  switch (token.type) {
    case "heading":
      return { type: "heading", level: token.depth, children: parseInlines(token.tokens) };
    case "code":
      return { type: "code", text: token.text, language: toLanguage(token.lang) };
    case "blockquote":
      return {
        type: "quote",
        blocks: toBlocks(token.tokens, references),
        units: token.text.length,
      };
    case "list":
      return toList(token, references);
    case "table":
      return toTable(token);
    case "hr":
      return { type: "rule" };
    case "html":
      return toParagraph(toVisible(token.text));
    case "def":
      return references.has(token.tag) ? [] : toParagraph(token.raw.trim());
    case "space":
    case "checkbox":
      return [];
    default:
      return { type: "paragraph", children: parseInlines([token]) };
  }
}

function toParagraph(text: string): Block {
  return { type: "paragraph", children: [{ type: "text", text }] };
}

function toList({ ordered, start, items }: Tokens.List, references: ReadonlySet<string>): List {
  return {
    type: "list",
    start: ordered ? Number(start) : undefined,
    items: items.map((item) => ({
      isDone: item.task ? item.checked === true : undefined,
      blocks: joinNumbers(toBlocks(item.tokens, references)),
    })),
  };
}

/** A number right behind the number of an item is a word of it, and no list: `1. 2. May`. */
function joinNumbers(blocks: readonly Block[]): readonly Block[] {
  const [list, ...rest] = blocks;
  if (list?.type !== "list" || list.start === undefined || list.items.length > 1) return blocks;
  const [words, ...more] = list.items[0]?.blocks ?? [];
  const number = { type: "text", text: `${list.start}.` } as const;
  if (words === undefined) return [{ type: "paragraph", children: [number] }, ...rest];
  if (words.type !== "paragraph") return blocks;
  const children = [number, { type: "text", text: " " } as const, ...words.children];
  return [{ type: "paragraph", children }, ...more, ...rest];
}

function toTable({ align, header, rows }: Tokens.Table): Table {
  return {
    type: "table",
    align: align.map((side) => side ?? undefined),
    header: header.map(toCell),
    rows: rows.map((row) => row.map(toCell)),
  };
}

function toCell({ tokens }: Tokens.TableCell): Cell {
  return parseInlines(tokens);
}

/** Returns the first word behind a fence, if it can be the name of a language. */
function toLanguage(info: string | undefined): string | undefined {
  return /^[\p{L}\d+#._-]{1,32}(?=\s|$)/u.exec(info ?? "")?.[0].toLowerCase();
}

/** Takes out the tags that fold and break lines; others stay to be read. */
function toVisible(html: string): string {
  return html
    .replaceAll(/<details(?:\s[^>]*)?>\s*|<summary(?:\s[^>]*)?>/gi, "")
    .replaceAll(/<\/(?:details|summary)>\s*|<br\s*\/?>/gi, "\n")
    .trim();
}

/**
 * Checks whether a text nests so deep that parsing would overflow the stack. People do not write like that,
 * but a model that repeats itself does.
 */
function isTangled(markdown: string): boolean {
  return DEEP_BLOCKS.test(markdown) || DEEP_STYLES.test(markdown);
}

/** Returns the names of all definitions that links and images refer to, in the lexer's own spelling. */
function findReferences(tokens: Token[]): ReadonlySet<string> {
  const names = new Set<string>();
  void walkTokens(tokens, ({ type, raw }) => {
    if (type !== "link" && type !== "image") return;
    const name = /\[([^[\]]+)\](?:\[\])?$/.exec(raw)?.[1];
    if (name !== undefined) names.add(name.toLowerCase().replaceAll(/\s+/g, " "));
  });
  return names;
}
