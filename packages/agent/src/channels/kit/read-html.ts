import { parseHTML } from "linkedom";
import { createGrowingText } from "./growing-text.ts";
import { type RichEntity, type RichFormat, toMarkdown } from "./rich-text.ts";

const FORMATS: ReadonlyMap<string, RichFormat> = new Map([
  ["b", { type: "bold" }],
  ["strong", { type: "bold" }],
  ["i", { type: "italic" }],
  ["em", { type: "italic" }],
  ["u", { type: "underline" }],
  ["s", { type: "strikethrough" }],
  ["del", { type: "strikethrough" }],
  ["strike", { type: "strikethrough" }],
  ["code", { type: "code" }],
  ["blockquote", { type: "quote" }],
]);

/** Elements on lines of their own, and how many newlines are around them. */
const BLOCKS: ReadonlyMap<string, number> = new Map([
  ...["p", "pre", "blockquote", "ul", "ol", "table", "hr", "h1", "h2", "h3", "h4", "h5", "h6"].map(
    (tag) => [tag, 2] as const,
  ),
  ...["div", "li", "tr", "details", "summary"].map((tag) => [tag, 1] as const),
]);

/** Members of a DOM node that are used here. */
interface HtmlNode {
  readonly nodeType: number;
  /** In lower case; only elements have one. */
  readonly localName?: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<HtmlNode>;
  readonly children?: ArrayLike<HtmlNode>;
  readonly parentElement?: HtmlNode | null;
  getAttribute?(name: string): string | null;
}

const TEXT_NODE = 3;

/** Elements that show nothing. */
const HIDDEN: ReadonlySet<string> = new Set(["script", "style", "head", "title"]);

/** Marks of a platform in the HTML of its messages. */
export interface HtmlMarks {
  /** Element around the quotation of a reply, which the message itself does not say. */
  readonly quotation: string;
  /** Attribute of a `span` that hides its text. */
  readonly spoiler: string;
  /** Whether a link addresses the agent's account: then it is only its words. */
  readonly isSelf: (url: string) => boolean;
}

/** Deeper elements show only their text. */
const MAX_DEPTH = 100;

/** Maximum number of characters of HTML that is read. */
const MAX_HTML = 32_000;

/** Converts the HTML of a message to Markdown; to none if it is too long, so that its plain text is read. */
export function htmlToMarkdown(html: string, marks: HtmlMarks): string {
  if (html.length > MAX_HTML) return "";
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  const entities: RichEntity[] = [];
  const counts = new Map<HtmlNode, number>();
  const text = createGrowingText();
  /** Length of the text up to the last sign of an item or heading. */
  let begun = 0;

  const gap = (newlines: number) => {
    // The first paragraph of an item is behind its sign.
    if (text.length() === begun) return;
    text.trimSpaces();
    if (text.length() === 0) return;
    text.append("\n".repeat(Math.max(0, newlines - text.newlines())));
  };
  const write = (words: string, isExact: boolean) => {
    const collapsed = isExact ? words : words.replaceAll(/\s+/g, " ");
    const isInLine = text.length() > 0 && text.length() === text.trimmedLength();
    text.append(isExact || isInLine ? collapsed : collapsed.trimStart());
  };
  const read = (node: HtmlNode, depth: number, isExact: boolean): void => {
    if (node.nodeType === TEXT_NODE || depth > MAX_DEPTH)
      return write(node.textContent ?? "", isExact);
    const { localName: tag = "" } = node;
    if (HIDDEN.has(tag) || tag === marks.quotation) return;
    if (tag === "br") return text.append("\n");
    if (tag === "img") return write(node.getAttribute?.("alt") ?? "", isExact);
    const isInItem = /^[uo]l$/.test(tag) && node.parentElement?.localName === "li";
    const newlines = isInItem ? 1 : (BLOCKS.get(tag) ?? 0);
    if (newlines > 0) gap(newlines);
    if (tag === "hr") text.append("---");
    const beginning = beginningOf(node, counts);
    text.append(beginning);
    if (beginning !== "") begun = text.length();
    if (/^t[hd]$/.test(tag) && text.length() > 0 && text.newlines() === 0) text.append(" | ");
    const offset = text.length();
    const isCode = isExact || tag === "pre" || tag === "code";
    for (const child of node.childNodes) read(child, depth + 1, isCode);
    const format = formatOf(node, marks);
    const length = text.trimmedLength() - offset;
    if (format && length > 0) entities.push({ ...format, offset, length });
    if (newlines > 0) gap(newlines);
  };

  for (const child of document.body.childNodes) read(child, 0, false);
  return toMarkdown({ text: text.text().trimEnd(), entities });
}

/** Returns the signs before an item or a heading. `counts` has the items of each list so far. */
function beginningOf(element: HtmlNode, counts: Map<HtmlNode, number>): string {
  const { localName: tag = "", parentElement: parent } = element;
  if (/^h[1-6]$/.test(tag)) return `${"#".repeat(Number(tag[1]))} `;
  if (tag !== "li") return "";
  const indent = indentOf(parent);
  if (parent?.localName !== "ol") return `${indent}- `;
  const [start = "1"] = /^-?\d{1,9}$/.exec(parent.getAttribute?.("start") ?? "") ?? [];
  const number = counts.get(parent) ?? Number(start);
  counts.set(parent, number + 1);
  return `${indent}${number}. `;
}

/** Returns two spaces for each item around a list. */
function indentOf(list: HtmlNode | null | undefined): string {
  let indent = "";
  for (let up = list; up; up = up.parentElement) if (up.localName === "li") indent += "  ";
  return indent;
}

function formatOf(element: HtmlNode, marks: HtmlMarks): RichFormat | undefined {
  const { localName: tag = "", parentElement: parent, children = [] } = element;
  if (tag === "pre") {
    const name = children[0]?.getAttribute?.("class") ?? "";
    const [, language] = /\blanguage-([\w+#-]+)/.exec(name) ?? [];
    return { type: "pre", language };
  }
  if (tag === "code" && parent?.localName === "pre") return undefined;
  const isSpoiler = tag === "span" && (element.getAttribute?.(marks.spoiler) ?? null) !== null;
  if (isSpoiler) return { type: "spoiler" };
  const url = tag === "a" ? element.getAttribute?.("href") : undefined;
  if (url === undefined || url === null) return FORMATS.get(tag);
  return marks.isSelf(url) ? undefined : { type: "link", url };
}
