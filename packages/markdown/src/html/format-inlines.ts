import type { Inline } from "../markdown.ts";
import { escapeHtml, type HtmlDialect } from "./dialect.ts";

/** Formats running text as HTML. */
export function formatInlines(inlines: readonly Inline[], dialect: HtmlDialect): string {
  return inlines.map((inline) => formatInline(inline, dialect)).join("");
}

function formatInline(inline: Inline, dialect: HtmlDialect): string {
  switch (inline.type) {
    case "text":
      return dialect.text(escapeHtml(inline.text)).replaceAll("\n", "<br>");
    case "code":
      return inline.text.trim() === "" ? inline.text : `<code>${escapeHtml(inline.text)}</code>`;
    case "math":
      return dialect.formula({ latex: escapeHtml(inline.latex), isDisplay: false });
    case "styled": {
      const content = formatInlines(inline.children, dialect);
      const [open, close] = dialect.styles[inline.style];
      return content.trim() === "" ? content : `${open}${content}${close}`;
    }
    case "link":
      return dialect.link(inline, formatInlines(inline.children, dialect));
  }
}
