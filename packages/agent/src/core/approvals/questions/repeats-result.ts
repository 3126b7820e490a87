import type { Language } from "../../../kernel/languages.ts";
import { memoize } from "../../../kernel/memoize.ts";
import { readReportWords } from "../../../platform/words.ts";
import { isGuarded } from "../flow/guards.ts";
import { tokensIn } from "../flow/tokens.ts";

/** A call as its tool says that it was done, with its arguments and the names that these stand for. */
export interface ReportedCall {
  readonly line: string;
  readonly values: readonly unknown[];
}

/** Longer replies say more than what a call came to. */
const MAX_REPLY = 200;

const reportWords = memoize((language: Language) => new Set(readReportWords(language)));

/**
 * Returns whether a reply says nothing beyond the lines that people see already. It may name what the calls
 * were about, each as a whole: words of an argument say something else in another order. Its other words are
 * the tools' own, or ones that add nothing, such as “I have” or “done”. If in doubt, it says more.
 */
export function repeatsResult(
  reply: string,
  calls: readonly ReportedCall[],
  language: Language,
): boolean {
  if (reply.length > MAX_REPLY || reply.includes("?")) return false;
  if (isGuarded(reply, tokensIn(reply))) return false;
  const things = calls
    .flatMap(({ values }) => values.flatMap(textsIn))
    .map(wordsIn)
    .filter((words) => words.length > 0);
  const named = new Set(things.flat());
  const fixed = new Set(
    calls
      .flatMap(({ line }) => wordsIn(line))
      .filter((word) => !named.has(word) && !/\p{N}/u.test(word)),
  );
  const words = wordsIn(reply);
  const others = things
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, thing) => text.replaceAll(` ${thing.join("  ")} `, ""), ` ${words.join("  ")} `);
  return (
    words.length > 0 &&
    wordsIn(others).every((word) => fixed.has(word) || reportWords(language).has(word))
  );
}

/** Returns the texts and numbers in an argument. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
