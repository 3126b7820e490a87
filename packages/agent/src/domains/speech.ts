import { foldText } from "../kernel/fold-text.ts";
import { createTermMatcher, type TermMatch } from "../kernel/term-matcher.ts";
import { readPhrases } from "../platform/words.ts";
import { isTextOnly } from "./speech/is-text-only.ts";
import { toSpeakable } from "./speech/to-speakable.ts";

/** Anything that is longer was pasted: nobody asks in it. */
const ASKING_CHARS = 2000;

let compiled: ReturnType<typeof createTermMatcher<true>> | undefined;

/** Compiled when first needed, because not every process is asked to speak. */
function findPhrases(folded: string): readonly TermMatch<true>[] {
  compiled ??= createTermMatcher(
    readPhrases("spoken-reply").map((text) => ({ text, value: true })),
  );
  return compiled(folded);
}

/**
 * Whether a typed request asks for an answer that is heard: "read it out", "сказки расскажи мне".
 * What it quotes as code does not ask.
 */
export function wantsSpokenReply(text: string): boolean {
  const clauses = withoutCode(text.slice(0, ASKING_CHARS)).split(/[.!?…;:\n]+/);
  return clauses.some((clause) => findPhrases(foldText(clause)).length > 0);
}

function withoutCode(text: string): string {
  return text.replaceAll(/```[^]*?(?:```|$)/g, "\n").replaceAll(/`[^`\n]*`/g, "\n");
}

/** Characters of a script without spaces that take as long to say as a word of others. */
const CHARACTERS_OF_WORD = 2;

const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Khmer}\\p{Script=Lao}\\p{Script=Myanmar}";
const UNSPACED_CHARACTER = new RegExp(`[${UNSPACED}]`, "gu");
const WORD = new RegExp(`(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}'’-])+`, "gu");

/**
 * How many words a text takes to say. In Chinese, Japanese, Thai and their like, which part no
 * words, two characters count as one.
 */
export function countSpokenWords(text: string): number {
  const unspaced = text.match(UNSPACED_CHARACTER)?.length ?? 0;
  const words = (text.match(WORD) ?? []).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.length + Math.ceil(unspaced / CHARACTERS_OF_WORD);
}

/**
 * Whether an answer can be said instead of written: it has words once its markup is gone, not too
 * many, and nothing among them that is lost on whoever only hears it.
 */
export function isSpeakable(answer: string, { maxWords }: { maxWords: number }): boolean {
  if (isTextOnly(answer)) return false;
  const words = countSpokenWords(toSpeakable(answer));
  return words > 0 && words <= maxWords;
}
