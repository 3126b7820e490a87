import { foldText } from "../../kernel/text/fold-text.ts";

/**
 * The index terms of a text, in its order: stems of its words without the commonest,
 * and pairs of characters for scripts that do not space words.
 */
export function toTerms(text: string): readonly string[] {
  return foldText(text).split(" ").flatMap(wordTerms);
}

/** The terms of one folded word. */
export function wordTerms(word: string): readonly string[] {
  if (UNSPACED.test(word)) return toPairs(word);
  if (word.length < 2 || COMMON.has(word) || /^\d+$/.test(word)) return [];
  return [toStem(word)];
}

const UNSPACED = /[\u3040-\u9FFF]/;

function toPairs(word: string): readonly string[] {
  if (word.length < 2) return [word];
  return Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));
}

/** One form for the endings of English: messages, messaged and messaging are the same word. */
function toStem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const bare = word
    .replace(/ies$|ied$/, "y")
    .replace(/(?<=[^sui])s$/, "")
    .replace(/(?<=[aeiouy].*[^aeiou])(?:ing|ed)$/, "")
    .replace(/([bdgmnprt])\1$/, "$1");
  return bare.length > 3 ? bare.replace(/e$/, "").replace(/y$/, "i") : bare;
}

/** English words that say nothing about what a tool does. */
const COMMON = new Set(
  (
    "a about am an and any are as at be because been but by can could did do does doing don for from get give go " +
    "had has have he her here him his how i if in into is it its just let ll like me more my need no not now of off " +
    "on one or our out over own please re s she should so some t than that the their them then there these they " +
    "thing this those to too up us use user ve very want was we were what when where which who why will with would " +
    "you your"
  ).split(" "),
);
