import { memoize } from "../memoize.ts";
import { formatDecimal } from "./decimal.ts";
import type { Language } from "../languages.ts";

/** Billionths of a dollar as a language writes them, to the last digit: "$0.25", "0,25 $". */
export function formatUsd(nano: bigint, language: Language): string {
  const amount = formatDecimal(nano, NANO_DIGITS);
  return isNumeric(amount) ? formatOf(language).format(amount) : `$${amount}`;
}

const NANO_DIGITS = 9;

/** A decimal is formatted as text: as a number it would lose digits. */
function isNumeric(text: string): text is `${number}` {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}

const formatOf = memoize(
  (language: Language) =>
    new Intl.NumberFormat(language, {
      style: "currency",
      currency: "USD",
      currencyDisplay: "narrowSymbol",
      minimumFractionDigits: 0,
      maximumFractionDigits: NANO_DIGITS,
    }),
);
