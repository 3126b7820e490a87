import type { Range } from "../split-ranges.ts";

/**
 * Maximum length of styled text; longer text gets no signs, because it might have to be cut at the end of a
 * message.
 */
export const MAX_STYLED_UNITS = 1000;

/**
 * Finds text that WhatsApp styles because of the signs around it, including the signs; only the outermost of
 * nested ones.
 */
export function findStyled(text: string): readonly Range[] {
  return [...text.matchAll(STYLED)].map(({ index, 0: { length } }) => [index, index + length]);
}

const SIGN = String.raw`[*_~\x60]`;
const STYLED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(${SIGN})(?=\S).{0,${MAX_STYLED_UNITS - 1}}?\S\1(?![\p{L}\p{N}])`,
  "gu",
);
