import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import type { HtmlPage, ReadableText } from "./read-html.ts";
import { type HtmlNode, toText } from "./to-text.ts";

/** Far deeper than people nest; looking for the main content takes time to the third power of the depth. */
const MAX_DEPTH = 150;

/** The title and main content of a page; all of its text where no part stands out. */
export function readableText({ html, url }: HtmlPage): ReadableText {
  const { document } = parseHTML(withBody(html));
  const title = oneLine(document.querySelector("title")?.textContent);
  const description = describedBy(document);
  const whole = toText(document.documentElement, url);
  if (isDeeperThan(MAX_DEPTH, document.documentElement)) return { title, description, text: whole };
  const article = new Readability<HtmlNode>(document, { serializer: (node) => node }).parse();
  const text = article?.content ? toText(article.content, url) : "";
  return { title: oneLine(article?.title) ?? title, description, text: text === "" ? whole : text };
}

function describedBy(document: HtmlDocument): string | undefined {
  const found = DESCRIPTIONS.map((name) => document.querySelector(name)?.getAttribute("content"));
  return found.map(oneLine).find((text) => text !== undefined);
}

const DESCRIPTIONS = ['meta[name="description"]', 'meta[property="og:description"]'] as const;

type HtmlDocument = ReturnType<typeof parseHTML>["document"];

function isDeeperThan(levels: number, { childNodes }: HtmlNode): boolean {
  return levels === 0 || [...childNodes].some((child) => isDeeperThan(levels - 1, child));
}

/** The parser takes a page as it is written; the tags that HTML lets one leave out are added here. */
function withBody(html: string): string {
  if (/<body[\s>]/i.test(html)) return /<html[\s>]/i.test(html) ? html : `<html>${html}</html>`;
  const inside = html.replaceAll(/<!doctype[^>]*>|<\/?html[^>]*>/gi, "");
  return `<html><head></head><body>${inside}</body></html>`;
}

function oneLine(text: string | null | undefined): string | undefined {
  return text?.replaceAll(/\s+/g, " ").trim() || undefined;
}
