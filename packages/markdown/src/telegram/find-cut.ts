import type { TelegramEntity, TelegramText } from "./message.ts";
import type { Range } from "./clip-text.ts";

/**
 * Finds the best cut within a range: at a blank line near its end, else at the last newline (preferably
 * outside of code), sentence or word of its second half, else at the last white space that leaves no scrap
 * before it, else between two characters.
 */
export function findCut({ text, entities }: TelegramText, [from, end]: Range): number {
  const window = text.slice(from, end);
  const blocks = entities.filter(({ type }) => type === "pre");
  const isInCode = (at: number) => blocks.some((block) => isWithin(block, from + at));
  const half = window.length / 2;
  const cut =
    lastMatch(window, /\n\n/g, (at) => at > window.length * 0.75 && !isInCode(at)) ??
    lastMatch(window, /\n/g, (at) => at > half && !isInCode(at)) ??
    lastMatch(window, /\n/g, (at) => at > half) ??
    lastMatch(window, /[.!?…。！？][)"'»”’]*(?=\s)|[。！？]/gu, (at) => at > half) ??
    lastMatch(window, /\s/g, (at) => at > half) ??
    lastMatch(window, /\s/g, (at) => at > window.length / 8);
  return cut === undefined ? characterBefore(text, [from, end]) : from + cut;
}

function isWithin({ offset, length }: TelegramEntity, at: number): boolean {
  return offset < at && at < offset + length;
}

/** Returns the end of the last match that is acceptable. */
function lastMatch(
  text: string,
  pattern: RegExp,
  accepts: (at: number) => boolean,
): number | undefined {
  return [...text.matchAll(pattern)]
    .map(({ 0: match, index }) => index + match.length)
    .findLast(accepts);
}

const segmenter = new Intl.Segmenter();

/** Number of units after a cut needed to know whether it splits a character. */
const LOOKAHEAD_UNITS = 32;

/** Returns the last end of what a person takes for one character, if any is so short that it fits. */
function characterBefore(text: string, [from, end]: Range): number {
  const window = text.slice(from, end + LOOKAHEAD_UNITS);
  const start = segmenter.segment(window).containing(end - from)?.index ?? 0;
  if (start > 0) return from + start;
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
