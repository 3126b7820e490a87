/** Members of a DOM node that are used here. */
export interface HtmlNode {
  readonly nodeType: number;
  /** In lower case; only elements have one. */
  readonly localName?: string | undefined;
  readonly textContent: string | null;
  readonly childNodes: Iterable<HtmlNode>;
  getAttribute?(name: string): string | null;
}

/** Text in progress: finished blocks, and the current line. */
interface Draft {
  readonly base: string;
  readonly blocks: { text: string; readonly isTight: boolean }[];
  line: string;
  /** Prefix of the next block. */
  prefix: string;
  /** Nesting depth in lists. */
  listDepth: number;
  /** Nesting depth in the page. */
  level: number;
}

const TEXT_NODE = 3;

/** Maximum nesting depth; deeper content is written without formatting. */
const MAX_LEVEL = 300;

const SKIPPED =
  /^(script|style|noscript|template|head|title|meta|link|svg|math|iframe|object|canvas|audio|video|button|select|textarea|input)$/;
const BLOCK =
  /^(address|article|aside|blockquote|body|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|header|hr|html|main|nav|p|section|summary|table|tbody|tfoot|thead)$/;

/** Renders a part of a page as plain text: headings with `#`, lists with `-`, links as `text (url)`. */
export function toText(root: HtmlNode, base: string): string {
  const draft: Draft = { base, blocks: [], line: "", prefix: "", listDepth: 0, level: 0 };
  write(root, draft);
  endBlock(draft, "loose");
  return draft.blocks
    .map(({ text, isTight }, index) => {
      if (index === 0) return text;
      return (isTight && draft.blocks[index - 1]?.isTight ? "\n" : "\n\n") + text;
    })
    .join("");
}

function write(node: HtmlNode, draft: Draft): void {
  const name = node.localName ?? "";
  if (node.nodeType === TEXT_NODE) draft.line += collapse(node.textContent);
  else if (SKIPPED.test(name)) return;
  else if (name === "br") draft.line += "\n";
  else if (name === "a") writeLink(node, draft);
  else if (name === "pre") writeVerbatim(node, draft);
  else if (name === "td" || name === "th") writeCell(node, draft);
  else if (name === "tr") writeBlock(node, draft, "tight");
  else if (name === "li") writeItem(node, draft);
  else if (name === "ul" || name === "ol") writeList(node, draft);
  else if (/^h[1-6]$/.test(name)) writeHeading(node, draft);
  else if (BLOCK.test(name)) writeBlock(node, draft, "loose");
  else writeChildren(node, draft);
}

function writeChildren(node: HtmlNode, draft: Draft): void {
  if (draft.level === MAX_LEVEL) {
    draft.line += collapse(node.textContent);
    return;
  }
  draft.level += 1;
  for (const child of node.childNodes) write(child, draft);
  draft.level -= 1;
}

function collapse(text: string | null): string {
  return (text ?? "").replaceAll(/\s+/g, " ");
}

function writeBlock(node: HtmlNode, draft: Draft, spacing: "tight" | "loose"): void {
  endBlock(draft, "loose");
  writeChildren(node, draft);
  endBlock(draft, spacing);
}

function writeHeading(node: HtmlNode, draft: Draft): void {
  endBlock(draft, "loose");
  draft.prefix = `${"#".repeat(Number(node.localName?.at(1)))} `;
  writeChildren(node, draft);
  endBlock(draft, "loose");
  draft.prefix = "";
}

function writeList(node: HtmlNode, draft: Draft): void {
  endBlock(draft, draft.listDepth > 0 ? "tight" : "loose");
  draft.listDepth += 1;
  writeChildren(node, draft);
  draft.listDepth -= 1;
}

function writeItem(node: HtmlNode, draft: Draft): void {
  endBlock(draft, "tight");
  draft.prefix = `${"  ".repeat(Math.max(0, draft.listDepth - 1))}- `;
  writeChildren(node, draft);
  endBlock(draft, "tight");
  draft.prefix = "";
}

function writeCell(node: HtmlNode, draft: Draft): void {
  if (draft.line.trim() !== "") draft.line += " | ";
  writeChildren(node, draft);
}

function writeVerbatim(node: HtmlNode, draft: Draft): void {
  endBlock(draft, "loose");
  const text = (node.textContent ?? "").replace(/^\n/, "").trimEnd();
  if (text !== "") draft.blocks.push({ text, isTight: false });
}

function writeLink(node: HtmlNode, draft: Draft): void {
  writeChildren(node, draft);
  const label = (node.textContent ?? "").trim();
  const url = urlOf(node, draft.base);
  if (label === "" || url === undefined || label === url) return;
  const last = draft.blocks.at(-1);
  // The link contained blocks: append its URL to the last one.
  if (draft.line.trim() === "" && last) last.text += ` (${url})`;
  else draft.line = `${draft.line.trimEnd()} (${url})`;
}

/**
 * Returns the target of a link; undefined for an anchor on the same page and for an invalid URL.
 */
function urlOf(node: HtmlNode, base: string): string | undefined {
  const href = node.getAttribute?.("href")?.trim() ?? "";
  if (href === "" || href.startsWith("#")) return undefined;
  const url = URL.parse(href, base);
  return url && /^(https?|mailto):$/.test(url.protocol) ? url.href : undefined;
}

function endBlock(draft: Draft, spacing: "tight" | "loose"): void {
  const text = draft.line
    .replaceAll(/ {2,}/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .trim();
  draft.line = "";
  if (text === "") return;
  draft.blocks.push({ text: draft.prefix + text, isTight: spacing === "tight" });
  draft.prefix = "";
}
