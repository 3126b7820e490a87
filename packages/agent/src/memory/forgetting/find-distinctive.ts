import { wordsIn } from "./words-in.ts";

/** Word that can identify a text. */
export interface Candidate {
  readonly phrase: string;
  /**
   * `code`: letters with digits, long numbers, addresses; it refers to exactly one thing. `name`: it may
   * refer to other things as well.
   */
  readonly kind: "code" | "name";
}

/**
 * Finds the codes, numbers and names in texts. The caller has to check which of them refer to nothing else;
 * dates, times and the start of a sentence are left out.
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

/** Checks whether a position starts a sentence, line or quotation, where a capital letter means nothing. */
function isAtBeginning(text: string, at: number): boolean {
  return /(?:^|[.!?:\n"“„'(*#>-]\s*)$/.test(text.slice(0, at));
}
