import { foldText } from "../../kernel/text/fold-text.ts";
import { COMMON_WORDS, OWN_LETTERS, SCRIPTS } from "./language-marks.ts";

/** Number of characters to read, enough to detect a language. */
const READ_CHARS = 4000;

/** Score of a letter specific to a language, relative to common words. */
const LETTER_SCORE = 1.5;
const MIN_SCORE = 2;

/** Languages that share words: one of them has to be ahead by more than chance. */
const MIN_LEAD = 0.4;

const CYRILLIC: ReadonlySet<string> = new Set(["ru", "uk", "bg", "sr", "be"]);

const WORDS: ReadonlyMap<string, readonly string[]> = invert(COMMON_WORDS);

/** Returns the language of a text as ISO 639-1; undefined if the text is too short or too mixed. */
export function detectLanguage(text: string): string | undefined {
  const read = text.slice(0, READ_CHARS).toLowerCase();
  const letters = countOf(read, /\p{L}/gu);
  if (letters === 0) return undefined;
  const unspaced = bySpecialScript(read, letters);
  if (unspaced !== undefined) return unspaced;
  if (countOf(read, /\p{Script=Arabic}/gu) * 2 > letters) return byArabicLetters(read);
  const isCyrillic = countOf(read, /\p{Script=Cyrillic}/gu) * 2 > letters;
  if (!isCyrillic && countOf(read, /\p{Script=Latin}/gu) * 2 <= letters) return undefined;
  return byWords(read, (language) => CYRILLIC.has(language) === isCyrillic);
}

function bySpecialScript(text: string, letters: number): string | undefined {
  const counts = SCRIPTS.map(([script, language]) => ({ language, count: countOf(text, script) }));
  const [kana] = counts;
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (total * 2 <= letters) return undefined;
  // Japanese has as many Chinese characters as kana, and Chinese has no kana.
  if (kana && kana.count * 10 > letters) return kana.language;
  return counts.toSorted((one, other) => other.count - one.count)[0]?.language;
}

function byArabicLetters(text: string): string {
  if (/[ٹڈڑےں]/.test(text)) return "ur";
  return /[پچژگ]/.test(text) ? "fa" : "ar";
}

function byWords(text: string, isMeant: (language: string) => boolean): string | undefined {
  const scores = new Map<string, number>();
  const add = (language: string, score: number) => {
    if (isMeant(language)) scores.set(language, (scores.get(language) ?? 0) + score);
  };
  for (const word of foldText(text).normalize("NFC").split(" "))
    for (const language of WORDS.get(word) ?? []) add(language, 1);
  for (const [language, letters] of Object.entries(OWN_LETTERS))
    if (letters.test(text)) add(language, LETTER_SCORE);
  const [best, second] = [...scores].toSorted(([, one], [, other]) => other - one);
  if (!best || best[1] < MIN_SCORE) return undefined;
  return best[1] - (second?.[1] ?? 0) >= MIN_LEAD ? best[0] : undefined;
}

function countOf(text: string, what: RegExp): number {
  return text.match(what)?.length ?? 0;
}

function invert(words: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> {
  const languages = new Map<string, string[]>();
  for (const [language, list] of Object.entries(words))
    for (const word of foldText(list).normalize("NFC").split(" "))
      languages.set(word, [...(languages.get(word) ?? []), language]);
  return languages;
}
