import { BLOCK_MARKS } from "./block-marks.ts";
import { isTable } from "./is-table.ts";

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const FOOTNOTE = /^\[\^[^\]]+\]:|^\[[^\]]+\]:\s*\S+$/;

/**
 * Returns the lines of a Markdown text to speak, without block markup. `codeLeftOut` replaces each block of
 * code.
 */
export function speakLines(markdown: string, codeLeftOut: string): readonly string[] {
  const spoken: string[] = [];
  const lines = markdown.split(/\r?\n/);
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? "";
    const fence = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (spoken.at(-1) !== codeLeftOut) spoken.push(codeLeftOut);
      at = findFenceEnd(lines, at + 1, fence) + 1;
    } else if (isTable(lines, at)) {
      const end = findTableEnd(lines, at + 2);
      spoken.push(...speakTable(lines.slice(at, end)));
      at = end;
    } else {
      if (!RULE.test(line) && !FOOTNOTE.test(line)) spoken.push(line.replace(BLOCK_MARKS, ""));
      at += 1;
    }
  }
  return spoken;
}

/** Finds the end of a code block; an unclosed one extends to the end. */
function findFenceEnd(lines: readonly string[], from: number, fence: string): number {
  for (let at = from; at < lines.length; at += 1) {
    const closing = FENCE.exec(lines[at] ?? "")?.[1];
    if (closing?.startsWith(fence)) return at;
  }
  return lines.length;
}

function findTableEnd(lines: readonly string[], from: number): number {
  let at = from;
  while (lines[at]?.includes("|")) at += 1;
  return at;
}

/** Formats each row as a sentence that names its columns. */
function speakTable([head = "", , ...rows]: readonly string[]): readonly string[] {
  const names = toCells(head);
  return rows.map((row) =>
    toCells(row)
      .flatMap((cell, at) => {
        if (cell === "") return [];
        const name = names[at] ?? "";
        return name === "" || at === 0 ? [cell] : [`${name}: ${cell}`];
      })
      .join(", "),
  );
}

function toCells(row: string): readonly string[] {
  const inner = row
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.replaceAll("\\|", "|").trim());
}
