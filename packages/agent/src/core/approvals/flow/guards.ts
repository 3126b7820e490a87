import { readMeanings } from "../../../platform/words.ts";
import { withoutStyles } from "../../../kernel/text/plain-text.ts";
import type { ReadText, TokenRange } from "./clauses.ts";
import { tokensIn } from "./tokens.ts";

/** Words that turn a sentence around or make it conditional, in all languages that have a list. */
interface Guards {
  readonly words: ReadonlySet<string>;
  /** Matches those of languages that write them without spaces. */
  readonly unspaced: RegExp;
  /** The most common words of each language that is written with spaces. */
  readonly common: readonly ReadonlySet<string>[];
}

let known: Guards | undefined;

function guards(): Guards {
  known ??= readGuards();
  return known;
}

function readGuards(): Guards {
  const lists = readMeanings("guards");
  const all = lists.flatMap(({ negators = [], conditions = [] }) => [...negators, ...conditions]);
  const unspaced = all.filter((word) => UNSPACED.test(word));
  return {
    words: new Set(all.filter((word) => !UNSPACED.test(word))),
    unspaced: new RegExp(unspaced.join("|"), "u"),
    common: lists.flatMap(({ common = [] }) => (common.length > 0 ? [new Set(common)] : [])),
  };
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Checks whether a text holds a negation or a condition in any language that has a list of them. */
export function isGuarded(text: string, tokens: readonly { readonly text: string }[]): boolean {
  const { words, unspaced } = guards();
  // A style of a part of a word must not hide it.
  const plain = withoutStyles(text);
  if (UNSPACED.test(text) && (unspaced.test(text) || unspaced.test(plain))) return true;
  return [...tokens, ...(plain === text ? [] : tokensIn(plain))].some((token) => {
    const word = token.text.toLowerCase();
    return words.has(word) || word.endsWith("n't") || word.startsWith("n'");
  });
}

/** Checks whether a text is in a language whose negations and conditions are known. */
export function isUnderstood({ text, tokens }: ReadText, { start, end }: TokenRange): boolean {
  const words = tokens.slice(start, end).map((token) => token.text.toLowerCase());
  const written = text.slice(tokens[start]?.start, tokens[end - 1]?.end);
  if (!/[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(written)) return SCRIPTS.test(written);
  const letters = words.filter((word) => /^[\p{L}\p{M}'-]+$/u.test(word));
  return guards().common.some((common) => {
    const found = letters.filter(
      (word) => common.has(word) || common.has(word.split("'")[0] ?? ""),
    );
    return found.length * MIN_SHARE >= letters.length;
  });
}

/** So many words of a sentence contain one of the most common ones. */
const MIN_SHARE = 5;

const SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Devanagari}]/u;
