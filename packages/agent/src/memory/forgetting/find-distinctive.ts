import { wordsIn } from "./words-in.ts";

/** A word of a text by which the text can be told. */
export interface Candidate {
  readonly phrase: string;
  /**
   * `code`: letters with digits, long numbers, addresses; it points to what it was said
   * for. `name`: it may stand for something else as well.
   */
  readonly kind: "code" | "name";
}

/**
 * The codes, numbers and names in texts. Which of them stand for nothing else is for the
 * caller to find out; dates, times and what begins a sentence are left out.
 */
export function findDistinctive(texts: readonly string[]): readonly Candidate[] {
  const found = new Map<string, Candidate>();
  for (const text of texts)
    for (const match of text.matchAll(JOINED)) {
      const word = match[0];
      for (const phrase of new Set([word, ...word.split(JOINTS)])) {
        const kind = kindOf(phrase, isAtBeginning(text, match.index) && phrase === word);
        const key = phrase.toLowerCase();
        const known = found.get(key);
        if (kind && known?.kind !== "code") found.set(key, { phrase, kind });
      }
    }
  return [...found.values()].filter(({ phrase }) => wordsIn(phrase).length > 0);
}

const JOINED = /[\p{L}\p{M}\p{N}]+(?:[-_.:/@+#][\p{L}\p{M}\p{N}]+)*/gu;
const JOINTS = /[-_.:/@+#]/;

const TIME = /^\d{1,2}[:.]\d{2}(?:[:.]\d{2})?$/;
const DATE = /^(?:20\d\d[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:20)?\d\d)$/;
const YEAR = /^(?:19|20)\d\d$/;
const MIN_NAME = 3;
const MIN_CODE = 4;

function kindOf(word: string, isFirst: boolean): Candidate["kind"] | undefined {
  if (TIME.test(word) || DATE.test(word) || YEAR.test(word)) return undefined;
  const letters = word.replaceAll(/[^\p{L}]/gu, "");
  const digits = word.replaceAll(/[^\p{N}]/gu, "");
  const isLong = letters.length + digits.length >= MIN_CODE;
  if (digits.length > 0 && isLong) return "code";
  if (digits.length >= MIN_NAME) return "name";
  if (digits.length > 0 || letters.length < MIN_NAME) return undefined;
  if (word.includes("@")) return "code";
  if (/^\p{Lu}{3,}$/u.test(letters) || /\p{Ll}\p{Lu}/u.test(word)) return "name";
  return /^\p{Lu}/u.test(word) && !isFirst ? "name" : undefined;
}

/** A capital letter says nothing where sentences, lines and quotations begin. */
function isAtBeginning(text: string, at: number): boolean {
  return /(?:^|[.!?:\n"“„'(*#>-]\s*)$/.test(text.slice(0, at));
}
