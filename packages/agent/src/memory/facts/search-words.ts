import { foldText } from "../../kernel/text/fold-text.ts";

/** Longer words are compared by their beginning, so that most of their forms are found. */
const STEM_CHARS = 6;
const MIN_CHARS = 3;

/** Scripts that set no spaces between words are compared by pairs of characters. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}]{2,}/gu;

/** Returns the normalized words of a text, without duplicates, so that texts about the same thing share words. */
export function searchWords(text: string): readonly string[] {
  const folded = foldText(text);
  const pairs = [...folded.matchAll(UNSPACED)].flatMap(([run]) => pairsOf(Array.from(run)));
  const words = folded
    .replaceAll(UNSPACED, " ")
    .split(" ")
    .filter((word) => word.length >= MIN_CHARS)
    .map((word) => word.slice(0, STEM_CHARS));
  return [...new Set([...words, ...pairs])];
}

function pairsOf(characters: readonly string[]): readonly string[] {
  return characters.slice(1).map((character, index) => `${characters[index] ?? ""}${character}`);
}
