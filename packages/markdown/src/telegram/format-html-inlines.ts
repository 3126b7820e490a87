import type { Inline, Style } from "../markdown.ts";
import { unseenAddress } from "../unseen-address.ts";

/** Formats running text in the HTML of rich messages. It contains no links: a URL follows its words. */
export function formatHtmlInlines(
  inlines: readonly Inline[],
  { newline = "<br>" }: { readonly newline?: string } = {},
): string {
  return inlines.map((inline) => formatInline(inline, newline)).join("");
}

function formatInline(inline: Inline, newline: string): string {
  switch (inline.type) {
    case "text":
      return escapeHtml(inline.text).replaceAll("\n", newline);
    case "code":
      return inline.text.trim() === "" ? inline.text : `<code>${escapeHtml(inline.text)}</code>`;
    case "math":
      return `<tg-math>${escapeHtml(inline.latex)}</tg-math>`;
    case "styled": {
      const content = formatHtmlInlines(inline.children, { newline });
      const tag = TAGS[inline.style];
      return content.trim() === "" ? content : `<${tag}>${content}</${tag}>`;
    }
    case "link": {
      const words = formatHtmlInlines(inline.children, { newline });
      const address = unseenAddress(inline);
      if (address === undefined) return words;
      return words === "" ? escapeHtml(address) : `${words} (${escapeHtml(address)})`;
    }
  }
}

const TAGS: Readonly<Record<Style, string>> = {
  bold: "b",
  italic: "i",
  underline: "u",
  strikethrough: "s",
  spoiler: "tg-spoiler",
};

/** Escapes a text for HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
