/** A stretch of a text: from its first unit to behind its last one. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Splits a text into pieces of at most `limit` units: at newlines, else at spaces, else between two
 * characters. Spans from `findWhole` are not cut, unless they start in the first half of a piece.
 */
export function splitLines(
  text: string,
  limit: number,
  findWhole: (text: string) => readonly Span[] = () => [],
): readonly string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > limit) {
    const whole = findWhole(rest.slice(0, 2 * limit));
    const window = rest.slice(0, limit + 1);
    const isLate = (cut: number | undefined) => cut !== undefined && cut > limit / 2;
    const at = [lastOf("\n", window, whole), lastOf(" ", window, whole)].find(isLate);
    const end = at ?? [spanAround(limit, whole)?.start].find(isLate) ?? endOfCharacter(rest, limit);
    pieces.push(rest.slice(0, end));
    rest = rest.slice(at === undefined ? end : end + 1);
  }
  return [...pieces, rest];
}

/** Returns the last position of a sign outside of all spans. */
function lastOf(sign: string, text: string, spans: readonly Span[]): number {
  let at = text.lastIndexOf(sign);
  for (let span = spanAround(at, spans); span; span = spanAround(at, spans))
    at = span.start === 0 ? -1 : text.lastIndexOf(sign, span.start - 1);
  return at;
}

function spanAround(at: number, spans: readonly Span[]): Span | undefined {
  return spans.find(({ start, end }) => start < at && at < end);
}

const segmenter = new Intl.Segmenter();

/** Returns the last end of a character that a person would not take apart, if any is before `limit`. */
function endOfCharacter(text: string, limit: number): number {
  const start = segmenter.segment(text.slice(0, limit + 32)).containing(limit)?.index ?? 0;
  if (start > 0) return start;
  return /[\ud800-\udbff]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
}
