import type { Span } from "./split-lines.ts";

/** What is longer has no signs around it: it might have to be cut where a message ends. */
export const MAX_STYLED_UNITS = 1000;

/** What WhatsApp shows in a style for the signs around it, with them; of nested ones the outer. */
export function findStyled(text: string): readonly Span[] {
  return [...text.matchAll(STYLED)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
}

const SIGN = String.raw`[*_~\x60]`;
const STYLED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(${SIGN})(?=\S).{0,${MAX_STYLED_UNITS - 1}}?\S\1(?![\p{L}\p{N}])`,
  "gu",
);
