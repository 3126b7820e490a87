import { foldText } from "../kernel/text/fold-text.ts";
import { withoutStyles } from "../kernel/text/plain-text.ts";
import { createTermMatcher, type TermMatch } from "../kernel/text/term-matcher.ts";
import { readPhrases } from "../platform/words.ts";
import { isTextOnly } from "./speech/is-text-only.ts";
import { toSpeakable } from "./speech/to-speakable.ts";

/** Maximum length of a message that may contain a request; longer text was pasted. */
const ASKING_CHARS = 2000;

let compiled: ReturnType<typeof createTermMatcher<true>> | undefined;

/** Compiled on first use, because not every process needs it. */
function findPhrases(folded: string): readonly TermMatch<true>[] {
  compiled ??= createTermMatcher(
    readPhrases("spoken-reply").map((text) => ({ text, value: true })),
  );
  return compiled(folded);
}

/**
 * Checks whether a message asks for a spoken reply: "read it out", "сказки расскажи мне". Text quoted as
 * code does not count.
 */
export function wantsSpokenReply(text: string): boolean {
  const clauses = withoutCode(text.slice(0, ASKING_CHARS)).split(/[.!?…;:\n]+/);
  return clauses.some((clause) => findPhrases(foldText(withoutStyles(clause))).length > 0);
}

function withoutCode(text: string): string {
  return text.replaceAll(/```[^]*?(?:```|$)/g, "\n").replaceAll(/`[^`\n]*`/g, "\n");
}

/** Number of characters of an unspaced script that take as long to speak as a word. */
const CHARACTERS_OF_WORD = 2;

const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Khmer}\\p{Script=Lao}\\p{Script=Myanmar}";
const UNSPACED_CHARACTER = new RegExp(`[${UNSPACED}]`, "gu");
const WORD = new RegExp(`(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}'’-])+`, "gu");

/**
 * Counts the words that are spoken for a text. In Chinese, Japanese, Thai and other unspaced scripts, two
 * characters count as one word.
 */
export function countSpokenWords(text: string): number {
  const unspaced = text.match(UNSPACED_CHARACTER)?.length ?? 0;
  const words = (text.match(WORD) ?? []).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.length + Math.ceil(unspaced / CHARACTERS_OF_WORD);
}

/**
 * Checks whether an answer can be spoken instead of written: without markup it has some words, not too
 * many, and nothing that a listener would miss.
 */
export function isSpeakable(answer: string, { maxWords }: { maxWords: number }): boolean {
  if (isTextOnly(answer)) return false;
  const words = countSpokenWords(toSpeakable(answer));
  return words > 0 && words <= maxWords;
}
