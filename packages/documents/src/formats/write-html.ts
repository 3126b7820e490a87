import { decodeEntities } from "../xml/decode-entities.ts";
import type { TextDraft } from "../text-draft.ts";

const BLOCK =
  /^(?:address|article|aside|blockquote|body|caption|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|html|li|main|nav|ol|p|pre|section|table|title|tr|ul)$/;
/** Matches elements whose content is not text. */
const SKIPPED = /^(?:script|style|template|noscript|svg|math|iframe|object|select|textarea)$/;

/** Writes the text of a page, whose tags may be as wrong as they like, in time that grows with its length. */
export function writeHtml(html: string, draft: TextDraft): void {
  let at = 0;
  while (at < html.length && !draft.isFull) {
    const tag = html.indexOf("<", at);
    writeText(html.slice(at, tag === -1 ? undefined : tag), draft);
    if (tag === -1) return;
    at = readTag(html, tag, draft);
  }
}

function writeText(text: string, draft: TextDraft): void {
  const words = text.replaceAll(/\s+/g, " ");
  if (words !== "") draft.write(decodeEntities(words));
}

/** Reads a tag; returns the offset where reading continues. */
function readTag(html: string, at: number, draft: TextDraft): number {
  if (html.startsWith("<!--", at)) return after(html, "-->", at);
  const next = html.charAt(at + 1);
  if (next === "!" || next === "?") return after(html, ">", at);
  const end = after(html, ">", at);
  const name = /^<\/?([a-z][a-z\d]{0,20})/i.exec(html.slice(at, at + 24))?.[1]?.toLowerCase();
  if (name === undefined) {
    draft.write("<");
    return at + 1;
  }
  if (next !== "/" && SKIPPED.test(name) && html.charAt(end - 2) !== "/")
    return endOf(name, html, end);
  if (name === "br") draft.write("\n");
  if (BLOCK.test(name)) draft.endLine();
  if (next === "/" && (name === "td" || name === "th")) draft.write("\t");
  if (next !== "/" && name === "li") draft.write("- ");
  if (next !== "/" && /^h[1-6]$/.test(name)) draft.write(`${"#".repeat(Number(name.at(1)))} `);
  return end;
}

function after(html: string, mark: string, at: number): number {
  const found = html.indexOf(mark, at);
  return found === -1 ? html.length : found + mark.length;
}

function endOf(name: string, html: string, at: number): number {
  const closing = new RegExp(`</${name}`, "gi");
  closing.lastIndex = at;
  const found = closing.exec(html);
  return found ? after(html, ">", found.index) : html.length;
}
