/** Range of a text from one offset up to another, in UTF-16 code units. */
export type Range = readonly [from: number, to: number];

/** Length of a text as a platform counts it. A text is at least as long as its beginning. */
export type Measure = (text: string) => number;

/** Counts UTF-16 code units. */
const countUnits: Measure = ({ length }) => length;

export interface SplitOptions {
  /** Maximum length of a piece. */
  readonly max: number;
  /** Default: UTF-16 code units. */
  readonly measure?: Measure | undefined;
  /** Moves the latest end of a piece forward, for limits other than its length. */
  readonly limitEnd?: ((range: Range) => number) | undefined;
  /** Returns the ranges within the next piece that are cut only at newlines, and only if need be. */
  readonly blocksIn?: ((range: Range) => readonly Range[]) | undefined;
  /** Returns the ranges that are cut only if a piece would have to end in its first half. */
  readonly wholesIn?: ((range: Range) => readonly Range[]) | undefined;
}

/**
 * Splits a text into ranges that fit, which end at a blank line, a newline, a sentence, a word or a character.
 * White space at a cut belongs to the piece before it.
 */
export function splitRanges(text: string, options: SplitOptions): readonly Range[] {
  const ranges: Range[] = [];
  for (let from = 0; from < text.length;) {
    const longest = endWithin(text, from, options);
    const end = options.limitEnd?.([from, longest]) ?? longest;
    const to = end === text.length ? end : findCut(text, [from, end], options);
    ranges.push([from, to]);
    from = to;
  }
  return ranges;
}

/** Splits a text into pieces that fit, without the newline or space at each cut. */
export function splitLines(text: string, options: SplitOptions): readonly string[] {
  if (text === "") return [""];
  return splitRanges(text, options).map(([from, to]) => {
    const piece = text.slice(from, to);
    return to === text.length ? piece : piece.replace(/[\n ]$/, "");
  });
}

/** Returns the latest offset at which a piece that starts at `from` fits. */
function endWithin(
  text: string,
  from: number,
  { max, measure = countUnits }: SplitOptions,
): number {
  if (measure === countUnits) return Math.min(from + max, text.length);
  let fitting = from + 1;
  // No measure counts two code units as less than one.
  let above = Math.min(from + 2 * max, text.length) + 1;
  while (above - fitting > 1) {
    const middle = Math.floor((fitting + above) / 2);
    if (measure(text.slice(from, middle)) <= max) fitting = middle;
    else above = middle;
  }
  return fitting;
}

function findCut(
  text: string,
  [from, end]: Range,
  { blocksIn = noRanges, wholesIn = noRanges }: SplitOptions,
): number {
  const window = text.slice(from, end);
  const half = window.length / 2;
  const blocks = blocksIn([from, end]);
  const wholes = wholesIn([from, end]);
  const last = (pattern: RegExp, after: number, ...avoided: readonly Range[]) =>
    [...window.matchAll(pattern)]
      .map(({ 0: match, index }) => index + match.length)
      .findLast((at) => at > after && ![...avoided, ...wholes].some(isAround(from + at)));
  const cut =
    last(/\n\n/g, window.length * 0.75, ...blocks) ??
    last(/\n/g, half, ...blocks) ??
    last(/\n/g, half) ??
    last(/[.!?…][)"'»”’]*\s|[。！？]/gu, half) ??
    last(/\s/g, half) ??
    wholes
      .filter(isAround(end))
      .map(([start]) => start - from)
      .find((at) => at > half) ??
    last(/\s/g, window.length / 8);
  return cut === undefined ? characterBefore(text, [from, end]) : from + cut;
}

function noRanges(): readonly Range[] {
  return [];
}

function isAround(at: number): (range: Range) => boolean {
  return ([from, to]) => from < at && at < to;
}

const segmenter = new Intl.Segmenter();

/** Number of units after a cut needed to know whether it splits a character. */
const LOOKAHEAD_UNITS = 32;

/** Returns the last end of what a person takes for one character, if any is so short that it fits. */
function characterBefore(text: string, [from, end]: Range): number {
  const window = text.slice(from, end + LOOKAHEAD_UNITS);
  const start = segmenter.segment(window).containing(end - from)?.index ?? 0;
  if (start > 0) return from + start;
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) && end - from > 1 ? end - 1 : end;
}
