import type { MarkedToken, Token, Tokens } from "marked";
import { cleanText } from "./clean-text.ts";
import { decodeReferences } from "./decode-references.ts";
import { findFormula } from "./find-formula.ts";
import { inlineText } from "./inline-text.ts";
import { isMarked } from "./is-marked.ts";
import type { Inline, Style } from "./markdown.ts";

/** Converts the lexer's tokens to running text. HTML that only styles words is converted to styles. */
export function parseInlines(tokens: readonly Token[]): readonly Inline[] {
  const own = tokens.filter(isMarked);
  const ends = Map.groupBy(own.keys(), (index) => tagIn(own[index], CLOSING));
  const inlines: Inline[] = [];
  for (let index = 0; index < own.length; index++) {
    const pair = findPair(own, index, ends);
    if (pair) {
      inlines.push(toTagged(pair.tag, parseInlines(own.slice(index + 1, pair.end))));
      index = pair.end;
      continue;
    }
    const token = own[index];
    if (token) inlines.push(...toInlines(token));
  }
  return inlines;
}

function toInlines(token: MarkedToken): readonly Inline[] {
  switch (token.type) {
    case "strong":
      return [{ type: "styled", style: "bold", children: parseInlines(token.tokens) }];
    case "em":
      return [{ type: "styled", style: "italic", children: parseInlines(token.tokens) }];
    case "del":
      return [{ type: "styled", style: "strikethrough", children: parseInlines(token.tokens) }];
    case "codespan":
      return [{ type: "code", text: token.text }];
    case "link":
      return [{ type: "link", url: toCleanText(token.href), children: parseInlines(token.tokens) }];
    case "image":
      return [toImage(token)];
    case "br":
      return [{ type: "text", text: "\n" }];
    case "html":
      return [{ type: "text", text: token.raw.replaceAll(/<br\s*\/?>/gi, "\n") }];
    case "escape":
      return [toEscaped(token)];
    case "checkbox":
      return [];
    case "text":
    case "paragraph":
      return token.tokens ? parseInlines(token.tokens) : toText(decodeReferences(token.raw));
    default:
      return [{ type: "text", text: token.raw }];
  }
}

function toEscaped({ raw, text }: Tokens.Escape): Inline {
  const formula = findFormula(raw);
  return formula ? { type: "math", ...formula } : { type: "text", text };
}

function toImage({ href, text }: Tokens.Image): Inline {
  const url = toCleanText(href);
  return { type: "link", url, children: [{ type: "text", text: toCleanText(text) || url }] };
}

/** Cleans text that the lexer has partly decoded: it may now contain characters that the source did not. */
function toCleanText(text: string): string {
  return cleanText(decodeReferences(text));
}

/** Converts text; `||hidden||` is a spoiler if it is separate from words: code has `||`, too. */
function toText(text: string): readonly Inline[] {
  const inlines: Inline[] = [];
  let from = 0;
  for (const { 0: whole, 1: hidden = "", index } of text.matchAll(SPOILER)) {
    if (index > from) inlines.push({ type: "text", text: text.slice(from, index) });
    inlines.push({ type: "styled", style: "spoiler", children: [{ type: "text", text: hidden }] });
    from = index + whole.length;
  }
  if (from < text.length) inlines.push({ type: "text", text: text.slice(from) });
  return inlines;
}

const SPOILER = /(?<![\p{L}\p{N}|])\|\|(?![\s|])([^|\n]{0,500}[^\s|])\|\|(?![\p{L}\p{N}|])/gu;

/** Returns the tag that opens at `index` and where it is closed, if it is one of those that we know. */
function findPair(
  tokens: readonly MarkedToken[],
  index: number,
  ends: ReadonlyMap<string | undefined, readonly number[]>,
): TagPair | undefined {
  const tag = tagIn(tokens[index], OPENING);
  if (tag === undefined || !(TAGS.has(tag) || CODE_TAGS.has(tag))) return;
  const end = ends.get(tag)?.find((at) => at > index);
  return end === undefined ? undefined : { tag, end };
}

interface TagPair {
  readonly tag: string;
  readonly end: number;
}

const OPENING = /^<([a-z-]+)>$/i;
const CLOSING = /^<\/([a-z-]+)>$/i;

function tagIn(token: MarkedToken | undefined, pattern: RegExp): string | undefined {
  if (token?.type !== "html") return;
  return pattern.exec(token.raw)?.[1]?.toLowerCase();
}

function toTagged(tag: string, children: readonly Inline[]): Inline {
  const style = TAGS.get(tag);
  return style ? { type: "styled", style, children } : { type: "code", text: inlineText(children) };
}

const TAGS: ReadonlyMap<string, Style> = new Map([
  ["b", "bold"],
  ["strong", "bold"],
  ["i", "italic"],
  ["em", "italic"],
  ["u", "underline"],
  ["ins", "underline"],
  ["s", "strikethrough"],
  ["del", "strikethrough"],
  ["strike", "strikethrough"],
  ["tg-spoiler", "spoiler"],
]);

const CODE_TAGS: ReadonlySet<string> = new Set(["code", "kbd"]);
