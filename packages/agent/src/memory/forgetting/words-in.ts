/** Word of a text, with its position. */
export interface Word {
  /** Normalized form for comparison. */
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/** Matches scripts without spaces between words: each character is its own word. */
const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Khmer}" +
  "\\p{Script=Lao}\\p{Script=Myanmar}";

/** Escapes of JSON come first: in `\nline` there is no word `nline`. */
const WORDS = new RegExp(
  `\\\\+(?:u[\\da-f]{4}|[bfnrt])|[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+`,
  "giu",
);

/** Returns the words of a text in any script, in order; marks and escapes between them are none. */
export function wordsIn(text: string): readonly Word[] {
  return [...text.matchAll(WORDS)]
    .filter(([word]) => !word.startsWith("\\"))
    .map(({ 0: word, index }) => ({ key: keyOf(word), from: index, to: index + word.length }));
}

/** Returns the weight of a word: a character of an unspaced script weighs less than a word. */
export function weightOf({ key }: Word): number {
  return IS_UNSPACED.test(key) ? UNSPACED_WEIGHT : 1;
}

const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");
const UNSPACED_WEIGHT = 0.4;

function keyOf(word: string): string {
  return word.normalize("NFKC").toLowerCase();
}
