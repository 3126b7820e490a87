import { foldText } from "../../kernel/text/fold-text.ts";
import { withoutStyles } from "../../kernel/text/plain-text.ts";
import { readPhrases as readWords } from "../../platform/words.ts";

/** Nobody says thanks at greater length without adding something. */
const MAX_CHARS = 60;

/**
 * Whether a message only acknowledges ("ok", "thanks a lot", "好的谢谢", "👍") and
 * so needs neither retrieval nor tools of its own. Emoji and punctuation do not count;
 * a number or any word beyond the known phrases makes it a message with content.
 */
export function isTrivial(text: string): boolean {
  const words = withoutStyles(text);
  if (words.length > MAX_CHARS) return false;
  return isCovered(foldText(words).replaceAll(LONE_MARKS, "").trim());
}

/** Marks that folding leaves of an emoji with a variation mark. */
const LONE_MARKS = /(?<![\p{L}\p{M}\p{N}])\p{M}+/gu;

/** After these the next phrase may follow without a space. */
const ENDS_UNSPACED = /[\u3040-\u9FFF]$/;

/** Whether the text is nothing but known phrases, one after the other. */
function isCovered(text: string): boolean {
  const reached = new Set([0]);
  for (const start of reached) {
    if (start >= text.length) return true;
    for (const phrase of phrasesFrom(text.charAt(start))) {
      if (!text.startsWith(phrase, start)) continue;
      const end = start + phrase.length;
      if (end === text.length || text.charAt(end) === " ") reached.add(end + 1);
      else if (ENDS_UNSPACED.test(phrase)) reached.add(end);
    }
  }
  return false;
}

/** Understood in all languages. */
const EVERYWHERE =
  "ok okay okey okk k kk oki okie lol lmao rofl haha hahaha hehe xd hm hmm mhm oh ah aha wow bravo ciao hi hello hey".split(
    " ",
  );

let byFirst: ReadonlyMap<string, readonly string[]> | undefined;

function phrasesFrom(first: string): readonly string[] {
  byFirst ??= readPhrases();
  return byFirst.get(first) ?? [];
}

/** By their first letter. */
function readPhrases(): ReadonlyMap<string, readonly string[]> {
  const phrases = [...EVERYWHERE, ...readWords("acknowledgements")].map(foldText);
  return Map.groupBy(new Set(phrases), (phrase) => phrase.charAt(0));
}
