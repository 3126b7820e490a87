import { inlineText } from "../inline-text.ts";
import type { Block, Cell, Inline, List, ListItem, Table } from "../markdown.ts";
import { escapeHtml, type HtmlDialect } from "./dialect.ts";
import { formatInlines } from "./format-inlines.ts";

/** Formats blocks as the HTML of a platform. */
export function formatHtml(blocks: readonly Block[], dialect: HtmlDialect): string {
  return blocks.map((block) => formatBlock(block, dialect)).join("");
}

function formatBlock(block: Block, dialect: HtmlDialect): string {
  switch (block.type) {
    case "paragraph":
      return formatParagraph(block.children, dialect);
    case "heading":
      return element(`h${block.level}`, formatInlines(block.children, dialect));
    case "code":
      return formatCode(block);
    case "quote":
      return element("blockquote", formatHtml(block.blocks, dialect));
    case "list":
      return formatList(block, dialect);
    case "table":
      return formatTable(block, dialect);
    case "rule":
      return "<hr/>";
  }
}

function formatParagraph(children: readonly Inline[], dialect: HtmlDialect): string {
  const [only, ...more] = children.filter((inline) => inlineText([inline]).trim() !== "");
  return only?.type === "math" && only.isDisplay && more.length === 0
    ? dialect.formula({ latex: escapeHtml(only.latex), isDisplay: true })
    : element("p", formatInlines(children, dialect));
}

function element(tag: string, content: string): string {
  return content.trim() === "" ? "" : `<${tag}>${content}</${tag}>`;
}

type CodeBlock = Extract<Block, { type: "code" }>;

function formatCode({ text, language }: CodeBlock): string {
  if (text.trim() === "") return "";
  const code = escapeHtml(text);
  return language === undefined
    ? `<pre>${code}</pre>`
    : `<pre><code class="language-${language}">${code}</code></pre>`;
}

function formatList({ start, items }: List, dialect: HtmlDialect): string {
  const content = items.map((item) => formatItem(item, dialect)).join("");
  if (start === undefined) return `<ul>${content}</ul>`;
  return start === 1 ? `<ol>${content}</ol>` : `<ol start="${start}">${content}</ol>`;
}

function formatItem({ isDone, blocks }: ListItem, dialect: HtmlDialect): string {
  const [first, ...rest] = blocks;
  const words =
    first?.type === "paragraph"
      ? formatInlines(first.children, dialect)
      : formatHtml(first ? [first] : [], dialect);
  return `<li>${isDone === undefined ? "" : dialect.box(isDone)}${words}${formatHtml(rest, dialect)}</li>`;
}

function formatTable({ align, header, rows }: Table, dialect: HtmlDialect): string {
  const attributesOf = (column: number) => {
    const side = align[column];
    return side === undefined ? "" : dialect.align(side);
  };
  const format = (tag: "th" | "td", row: readonly Cell[]) =>
    row.map(
      (cell, column) => `<${tag}${attributesOf(column)}>${formatInlines(cell, dialect)}</${tag}>`,
    );
  const head = format("th", header);
  const body = rows.map((row) => format("td", row));
  const lines = [head, ...body].map((cells) => `<tr>${cells.join("")}</tr>`);
  return `${dialect.table}${lines.join("")}</table>`;
}
