import { inlineText } from "../inline-text.ts";
import type { Align, Block, Cell, Inline, List, ListItem, Table } from "../markdown.ts";
import { escapeHtml, formatHtmlInlines } from "./format-html-inlines.ts";

/** Blocks in the HTML that Telegram takes for rich messages. */
export function formatHtml(blocks: readonly Block[]): string {
  return blocks.map(formatBlock).join("");
}

function formatBlock(block: Block): string {
  switch (block.type) {
    case "paragraph":
      return formatParagraph(block.children);
    case "heading":
      return element(`h${block.level}`, formatHtmlInlines(block.children));
    case "code":
      return formatCode(block.text, block.language);
    case "quote":
      return element("blockquote", formatHtml(block.blocks));
    case "list":
      return formatList(block);
    case "table":
      return formatTable(block);
    case "rule":
      return "<hr/>";
  }
}

function formatParagraph(children: readonly Inline[]): string {
  const [only, ...more] = children.filter((inline) => inlineText([inline]).trim() !== "");
  return only?.type === "math" && only.isDisplay && more.length === 0
    ? element("tg-math-block", escapeHtml(only.latex))
    : element("p", formatHtmlInlines(children));
}

function element(tag: string, content: string): string {
  return content.trim() === "" ? "" : `<${tag}>${content}</${tag}>`;
}

function formatCode(text: string, language: string | undefined): string {
  if (text.trim() === "") return "";
  const code = formatHtmlInlines([{ type: "text", text }], { newline: "\n" });
  return language === undefined
    ? `<pre>${code}</pre>`
    : `<pre><code class="language-${language}">${code}</code></pre>`;
}

function formatList({ start, items }: List): string {
  const content = items.map(formatItem).join("");
  if (start === undefined) return `<ul>${content}</ul>`;
  return start === 1 ? `<ol>${content}</ol>` : `<ol start="${start}">${content}</ol>`;
}

function formatItem({ isDone, blocks }: ListItem): string {
  const [first, ...rest] = blocks;
  const words =
    first?.type === "paragraph"
      ? formatHtmlInlines(first.children)
      : formatHtml(first ? [first] : []);
  return `<li>${boxOf(isDone)}${words}${formatHtml(rest)}</li>`;
}

function boxOf(isDone: boolean | undefined): string {
  if (isDone === undefined) return "";
  return isDone ? '<input type="checkbox" checked>' : '<input type="checkbox">';
}

function formatTable({ align, header, rows }: Table): string {
  const head = header.map((cell, column) => formatCell("th", cell, align[column]));
  const body = rows.map((row) => row.map((cell, column) => formatCell("td", cell, align[column])));
  const lines = [head, ...body].map((cells) => `<tr>${cells.join("")}</tr>`);
  return `<table bordered striped>${lines.join("")}</table>`;
}

function formatCell(tag: "th" | "td", cell: Cell, side: Align | undefined): string {
  const align = side === undefined ? "" : ` align="${side}"`;
  return `<${tag}${align}>${formatHtmlInlines(cell)}</${tag}>`;
}
