/**
 * Returns a text in Markdown without the signs of styles and code, which may divide a word: to be compared,
 * not to be shown.
 */
export function withoutStyles(markdown: string): string {
  return markdown.replaceAll(SIGNS, "");
}

/** Returns the words of a text in Markdown as people see them, without addresses of links: to be compared. */
export function plainText(markdown: string): string {
  return withoutStyles(markdown.replaceAll(LINK, "$1"));
}

const SIGNS = /\*+|~~|\|\||`+|<\/?u>/gi;
const LINK = /\[((?:[^\][\\]|\\.)*)\]\((?:<[^<>\n]*>|[^\s()<>]*)\)/g;
