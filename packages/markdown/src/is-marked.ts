import type { MarkedToken, Token } from "marked";

/** Checks whether it is one of the lexer's own tokens; true for all without extensions. */
export function isMarked(token: Token): token is MarkedToken {
  return OWN.has(token.type);
}

const OWN: ReadonlySet<string> = new Set([
  "blockquote",
  "br",
  "checkbox",
  "code",
  "codespan",
  "def",
  "del",
  "em",
  "escape",
  "heading",
  "hr",
  "html",
  "image",
  "link",
  "list",
  "list_item",
  "paragraph",
  "space",
  "strong",
  "table",
  "text",
]);
