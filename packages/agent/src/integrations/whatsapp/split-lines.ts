/**
 * Cuts a text into pieces of at most `limit` units: at newlines, else at spaces, else
 * between two characters.
 */
export function splitLines(text: string, limit: number): readonly string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > limit) {
    const window = rest.slice(0, limit + 1);
    const at = [window.lastIndexOf("\n"), window.lastIndexOf(" ")].find((cut) => cut > limit / 2);
    const end = at ?? endOfCharacter(rest, limit);
    pieces.push(rest.slice(0, end));
    rest = rest.slice(at === undefined ? end : end + 1);
  }
  return [...pieces, rest];
}

const segmenter = new Intl.Segmenter();

/** The last end of a character that a person would not take apart, if any is before `limit`. */
function endOfCharacter(text: string, limit: number): number {
  const start = segmenter.segment(text.slice(0, limit + 32)).containing(limit)?.index ?? 0;
  if (start > 0) return start;
  return /[\ud800-\udbff]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
}
