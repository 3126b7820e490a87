import type { Language } from "../../../kernel/languages.ts";
import { memoize } from "../../../kernel/memoize.ts";
import { readReportWords } from "../../../platform/words.ts";

/** Longer replies say more than what a call came to. */
const MAX_REPLY = 200;

const reportWords = memoize((language: Language) => new Set(readReportWords(language)));

/**
 * Returns whether a reply says nothing beyond the lines that people see already: each of its words stands
 * there, or is one that adds nothing, such as “I have” or “done”. None of these denies or limits anything.
 */
export function repeatsResult(reply: string, lines: string, language: Language): boolean {
  if (reply.length > MAX_REPLY || reply.includes("?")) return false;
  const shown = new Set(wordsIn(lines));
  const words = wordsIn(reply);
  return (
    words.length > 0 && words.every((word) => shown.has(word) || reportWords(language).has(word))
  );
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
