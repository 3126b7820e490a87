import stringWidth from "string-width";
import { inlineText } from "./inline-text.ts";
import type { Cell, Inline, Table } from "./markdown.ts";

/**
 * Draws a table with characters of one width, for a phone. Undefined where it would be too
 * wide for that, or where its links would be lost.
 */
export function layoutTable({ header, rows }: Table): string | undefined {
  const cells = [header, ...rows];
  if (cells.flat(2).some(hasLink)) return;
  const texts = cells.map((row) => header.map((_, column) => cellText(row[column] ?? [])));
  const widths = header.map((_, column) =>
    Math.max(...texts.map((row) => stringWidth(row[column] ?? ""))),
  );
  if (widths.reduce((sum, width) => sum + width + 3, -3) > PHONE_COLUMNS) return;

  const [head = "", ...body] = texts.map((row) => layoutRow(row, widths));
  return [head, widths.map((width) => "─".repeat(width)).join("─┼─"), ...body].join("\n");
}

/** Returns the words of a cell, in one line. */
export function cellText(cell: Cell): string {
  return inlineText(cell).replaceAll(/\s+/g, " ").trim();
}

/** Maximum number of characters in a line of a message on a small phone. */
const PHONE_COLUMNS = 38;

function hasLink(inline: Inline): boolean {
  if (inline.type === "link") return true;
  return inline.type === "styled" && inline.children.some(hasLink);
}

function layoutRow(texts: readonly string[], widths: readonly number[]): string {
  return texts
    .map((text, column) => text + " ".repeat((widths[column] ?? 0) - stringWidth(text)))
    .join(" │ ")
    .trimEnd();
}
