import type { WebPage } from "@reeve/sdk";
import { toSingleLine } from "../../kernel/text/truncate.ts";

const MAX_CHARS = 400;

/** Returns the page's own description, else its first sentences; undefined if it has neither. */
export function summarizePage({
  description,
  text,
}: Pick<WebPage, "description" | "text">): string | undefined {
  const said = toSingleLine(description ?? "");
  if (said !== "") return cut(said);
  const paragraphs = text.split(/\n+/).map(toSingleLine);
  const start = paragraphs.find((paragraph) => paragraph.length >= MIN_PARAGRAPH);
  const found = start ?? paragraphs.find((paragraph) => paragraph !== "");
  return found === undefined ? undefined : cut(found);
}

/** Minimum length of a paragraph in characters; shorter ones are headlines or menus. */
const MIN_PARAGRAPH = 80;

/** Returns as many whole sentences as fit. */
function cut(text: string): string {
  if (text.length <= MAX_CHARS) return text;
  const start = text.slice(0, MAX_CHARS);
  const end = Math.max(...SENTENCE_ENDS.map((mark) => start.lastIndexOf(mark)));
  if (end > 0) return start.slice(0, end + 1).trim();
  const space = start.lastIndexOf(" ");
  return `${(space > 0 ? start.slice(0, space) : start).trim()}…`;
}

const SENTENCE_ENDS = [". ", "! ", "? ", "。", "！", "？"] as const;
