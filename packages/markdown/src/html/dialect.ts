import type { Align, Link, Style } from "../markdown.ts";

/** HTML of one platform. The functions receive escaped HTML. */
export interface HtmlDialect {
  /** Opening and closing tag of each style. */
  readonly styles: Readonly<Record<Style, readonly [string, string]>>;
  readonly text: (text: string) => string;
  readonly formula: (formula: { readonly latex: string; readonly isDisplay: boolean }) => string;
  /** Box of a task, with the space after it. */
  readonly box: (isDone: boolean) => string;
  readonly link: (link: Link, words: string) => string;
  readonly table: string;
  /** Attributes of a table cell. */
  readonly align: (align: Align) => string;
}

/** Escapes a text for HTML elements. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
