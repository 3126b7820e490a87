import { foldText } from "../../kernel/fold-text.ts";
import { acknowledgements } from "./acknowledgements.ts";

/** Nobody says thanks at greater length without adding something. */
const MAX_CHARS = 60;

/**
 * Whether a message only acknowledges ("ok", "thanks a lot", "好的谢谢", "👍") and
 * so needs neither retrieval nor tools of its own. Emoji and punctuation do not count;
 * a number or any word beyond the known phrases makes it a message with content.
 */
export function isTrivial(text: string): boolean {
  if (text.length > MAX_CHARS) return false;
  return isCovered(foldText(text).replaceAll(EMOJI_DIGITS, "").trim());
}

/** What is left of keycaps and similar emoji: marks without a letter before them. */
const EMOJI_DIGITS = /(?<![\p{L}\p{M}\p{N}])\p{M}+/gu;

const UNSPACED = /[\u3040-\u9FFF]$/;

/** Whether the text is nothing but known phrases, one after the other. */
function isCovered(text: string): boolean {
  const reached = new Set([0]);
  for (const start of reached) {
    if (start >= text.length) return true;
    for (const phrase of phrasesFrom(text.charAt(start))) {
      const end = start + phrase.length;
      if (!text.startsWith(phrase, start)) continue;
      if (end === text.length || text.charAt(end) === " ") reached.add(end + 1);
      else if (UNSPACED.test(phrase)) reached.add(end);
    }
  }
  return false;
}

let byFirst: ReadonlyMap<string, readonly string[]> | undefined;

/** Sorted when first needed. */
function phrasesFrom(first: string): readonly string[] {
  byFirst ??= Map.groupBy(new Set(acknowledgements.map(foldText)), (phrase) => phrase.charAt(0));
  return byFirst.get(first) ?? [];
}
