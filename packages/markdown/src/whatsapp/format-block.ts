import { inlineText } from "../inline-text.ts";
import { cellText, layoutTable } from "../layout-table.ts";
import type { Block, Cell, List, ListItem, Table } from "../markdown.ts";
import { findStyled } from "./find-styled.ts";
import { formatInlines } from "./format-inlines.ts";
import { splitLines } from "../split-ranges.ts";

/** Formats a block with WhatsApp's signs, in pieces of at most `max` units; most blocks are one piece. */
export function formatBlock(block: Block, max: number): readonly string[] {
  const code = block.type === "table" ? layoutTable(block) : codeOf(block);
  if (code !== undefined) return splitCode(code, max);
  const text = formatLines(block);
  // Formats are found in the whole text: one that starts before a piece is not cut, either.
  const styled = text.length > max ? findStyled(text) : [];
  return splitLines(text, { max, wholesIn: () => styled });
}

function codeOf(block: Block): string | undefined {
  return block.type === "code" ? block.text : undefined;
}

const FENCE = "```";

function splitCode(code: string, max: number): readonly string[] {
  return splitLines(code, { max: max - 2 * (FENCE.length + 1) }).map(fence);
}

function fence(code: string): string {
  return code.trim() === "" ? "" : `${FENCE}\n${code}\n${FENCE}`;
}

function formatLines(block: Block): string {
  switch (block.type) {
    case "paragraph":
      return formatInlines(block.children);
    case "heading":
      return formatInlines([{ type: "styled", style: "bold", children: block.children }]);
    case "code":
      return fence(block.text);
    case "quote":
      return quote(block.blocks);
    case "list":
      return formatList(block, "");
    case "table":
      return formatTable(block);
    case "rule":
      return "———";
  }
}

/** Fences do not work in a quote, and a quote in it is a part of it. */
function quote(blocks: readonly Block[]): string {
  return blocks
    .map((block) => (block.type === "code" ? block.text : formatLines(block)))
    .join("\n")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => (line.startsWith("> ") ? line : `> ${line}`))
    .join("\n");
}

function formatList({ start, items }: List, indent: string): string {
  return items
    .map((item, index) => {
      const mark = start === undefined ? "-" : `${start + index}.`;
      return `${indent}${mark} ${boxOf(item)}${formatItem(item, `${indent}  `)}`;
    })
    .join("\n");
}

function boxOf({ isDone }: ListItem): string {
  if (isDone === undefined) return "";
  return isDone ? "☑ " : "☐ ";
}

function formatItem({ blocks }: ListItem, indent: string): string {
  return blocks
    .map((block, index) => {
      if (block.type === "list") return formatList(block, indent);
      return index > 0 && block.type === "paragraph"
        ? indent + formatLines(block)
        : formatLines(block);
    })
    .join("\n");
}

function formatTable(table: Table): string {
  const drawn = layoutTable(table);
  if (drawn !== undefined) return fence(drawn);
  const { header, rows } = table;
  if (rows.length === 0) return header.map(cellText).join(" · ");
  return rows.map((row) => formatRow(header, row)).join("\n\n");
}

function formatRow(header: readonly Cell[], row: readonly Cell[]): string {
  return row
    .map((cell, column) => {
      const name = header[column] ?? [];
      if (inlineText(cell).trim() === "") return "";
      const value = formatInlines(cell);
      return cellText(name) === "" ? value : `_${cellText(name)}_: ${value}`;
    })
    .filter((line) => line !== "")
    .join("\n");
}
