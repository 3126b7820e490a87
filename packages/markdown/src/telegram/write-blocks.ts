import type { RenderOptions, TelegramFormat } from "./message.ts";
import { cellText, layoutTable } from "../layout-table.ts";
import type { Block, Cell, List, ListItem, Quote, Table } from "../markdown.ts";
import type { Writer } from "./create-writer.ts";
import { writeInlines } from "./write-inlines.ts";

export interface WriteOptions extends RenderOptions {
  /** Called for each block of code before it is written; true: it is not written here. */
  readonly takeCode: (code: CodeBlock) => boolean;
}

export type CodeBlock = Extract<Block, { type: "code" }>;

/** Writes blocks with a free line between them. */
export function writeBlocks(writer: Writer, blocks: readonly Block[], options: WriteOptions): void {
  for (const [index, block] of blocks.entries()) {
    if (index > 0) writer.gap(blocks[index - 1]?.type === "heading" ? 1 : 2);
    writeBlock(writer, block, options);
  }
}

function writeBlock(writer: Writer, block: Block, options: WriteOptions): void {
  switch (block.type) {
    case "paragraph":
      writeInlines(writer, block.children, options);
      return;
    case "heading":
      writer.within(BOLD, () => writeInlines(writer, block.children, options));
      return;
    case "code":
      writeCode(writer, block, options);
      return;
    case "quote":
      writeQuote(writer, block, options);
      return;
    case "list":
      writeList(writer, block, { ...options, indent: "" });
      return;
    case "table":
      writeTable(writer, block, options);
      return;
    case "rule":
      writer.write("———");
  }
}

const BOLD: TelegramFormat = { type: "bold" };
const ITALIC: TelegramFormat = { type: "italic" };

function writeCode(writer: Writer, block: CodeBlock, options: WriteOptions): void {
  if (options.takeCode(block)) return;
  const { language } = block;
  writer.code({ type: "pre", ...(language !== undefined && { language }) }, block.text);
}

function writeQuote(writer: Writer, { blocks, units }: Quote, options: WriteOptions): void {
  const type = units > FOLDED_UNITS ? "expandable_blockquote" : "blockquote";
  writer.within({ type }, () => writeBlocks(writer, blocks, options));
}

/** A quote that is longer is folded. */
const FOLDED_UNITS = 600;

interface ListOptions extends WriteOptions {
  readonly indent: string;
}

function writeList(writer: Writer, { start, items }: List, options: ListOptions): void {
  for (const [index, item] of items.entries()) {
    writer.gap(1);
    writer.write(`${options.indent}${markOf(item, start === undefined ? start : start + index)} `);
    writeItem(writer, item, options);
  }
}

function markOf({ isDone }: ListItem, position: number | undefined): string {
  if (isDone !== undefined) return isDone ? "☑" : "☐";
  return position === undefined ? "•" : `${position}.`;
}

function writeItem(writer: Writer, { blocks }: ListItem, options: ListOptions): void {
  const indent = `${options.indent}  `;
  for (const [index, block] of blocks.entries()) {
    if (block.type === "list") {
      writeList(writer, block, { ...options, indent });
      continue;
    }
    const isBeside = index === 0 && (block.type === "paragraph" || block.type === "heading");
    if (!isBeside) writer.gap(1);
    if (index > 0 && block.type === "paragraph") writer.write(indent);
    writeBlock(writer, block, options);
  }
}

/** Writes a table. If it does not fit on a phone, each cell is a line after the name of its column. */
function writeTable(writer: Writer, table: Table, options: WriteOptions): void {
  const drawn = layoutTable(table);
  if (drawn !== undefined) {
    writer.code({ type: "pre" }, drawn);
    return;
  }
  const names = table.header.map(cellText);
  if (table.rows.length === 0) writer.write(names.join(" · "));
  for (const [index, row] of table.rows.entries()) {
    if (index > 0) writer.gap(2);
    writeRow(writer, { names, row }, options);
  }
}

interface NamedRow {
  readonly names: readonly string[];
  readonly row: readonly Cell[];
}

function writeRow(writer: Writer, { names, row }: NamedRow, options: WriteOptions): void {
  for (const [column, cell] of row.entries()) {
    if (cellText(cell) === "") continue;
    writer.gap(1);
    const name = names[column] ?? "";
    if (name !== "") {
      writer.within(ITALIC, () => writer.write(name));
      writer.write(": ");
    }
    if (column > 0) writeInlines(writer, cell, options);
    else writer.within(BOLD, () => writeInlines(writer, cell, options));
  }
}
