import { memoize } from "../memoize.ts";
import type { Language } from "../languages.ts";

/** Formats a number as a language writes it: "1,200" or "1.200". */
export function formatNumber(value: number, language: Language): string {
  return formatOf(language).format(value);
}

/** Returns the plural category of a number in a language. */
export function pluralOf(value: number, language: Language): Intl.LDMLPluralRule {
  return rulesOf(language).select(value);
}

const formatOf = memoize((language: Language) => new Intl.NumberFormat(language));
const rulesOf = memoize((language: Language) => new Intl.PluralRules(language));
