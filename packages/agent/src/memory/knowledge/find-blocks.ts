/** A piece of a text that belongs together: a run of lines with the blank lines behind it. */
export interface Block {
  readonly kind: "heading" | "code" | "list" | "table" | "text";
  /** With the line breaks: all blocks of a text, joined, are the text. */
  readonly text: string;
  /** Level of a heading, 1 to 6. */
  readonly level?: number;
  readonly title?: string;
}

export type TextFormat = "markdown" | "plain";

/** Returns the blocks of a text in order. In plain text nothing is a heading, a list or code. */
export function findBlocks(text: string, format: TextFormat): readonly Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let kind: Block["kind"] = "text";
  let fence: string | undefined;

  const close = () => {
    if (lines.length > 0) blocks.push({ kind, text: lines.join("") });
    lines = [];
    kind = "text";
  };

  for (const line of linesOf(text)) {
    if (fence !== undefined) {
      lines.push(line);
      if (closes(line, fence)) fence = undefined;
      continue;
    }
    if (isBlank(line)) {
      lines.push(line);
      continue;
    }
    const heading = format === "markdown" ? HEADING.exec(line) : null;
    if (heading) {
      close();
      const [, marks = "", title = ""] = heading;
      blocks.push({ kind: "heading", text: line, level: marks.length, title: title.trim() });
      continue;
    }
    const begins = format === "markdown" ? kindOf(line) : "text";
    const isAfterBlank = lines.length > 0 && isBlank(lines.at(-1) ?? "");
    if (!continues({ kind, begins, isAfterBlank, line, isEmpty: lines.length === 0 })) close();
    if (lines.every(isBlank)) kind = begins;
    if (begins === "code") fence = FENCE.exec(line)?.[1];
    lines.push(line);
  }
  close();
  return blocks;
}

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*\r?\n?$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/;
const TABLE_ROW = /^ {0,3}\|/;

/** Returns the lines, each with its line break. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function isBlank(line: string): boolean {
  return line.trim() === "";
}

function kindOf(line: string): Block["kind"] {
  if (FENCE.test(line)) return "code";
  if (LIST_ITEM.test(line)) return "list";
  return TABLE_ROW.test(line) ? "table" : "text";
}

/** A fence ends with a line of at least as many of its own marks, and nothing else. */
function closes(line: string, fence: string): boolean {
  const marks = line.trim();
  return marks.length >= fence.length && marks === fence.charAt(0).repeat(marks.length);
}

interface Meeting {
  readonly kind: Block["kind"];
  readonly begins: Block["kind"];
  readonly isAfterBlank: boolean;
  readonly isEmpty: boolean;
  readonly line: string;
}

/** Checks whether a line continues the block before it. */
function continues({ kind, begins, isAfterBlank, isEmpty, line }: Meeting): boolean {
  if (isEmpty) return true;
  const isIndented = /^(?: {2,}|\t)/.test(line);
  // Indented text below an item is part of it, including nested items.
  if (kind === "list")
    return (isIndented && !isItemOfTop(line)) || (begins === "text" && !isAfterBlank);
  if (isAfterBlank || kind === "code") return false;
  return begins === kind;
}

function isItemOfTop(line: string): boolean {
  return /^ ?(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line);
}
