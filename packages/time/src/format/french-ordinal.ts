/** Writes the first of a month in a date that `Intl` formatted in French as "1er novembre"; leaves other languages (BCP 47) alone. */
export function withFrenchOrdinal(date: string, language: string): string {
  return /^fr(?:[-_]|$)/i.test(language) ? date.replace(FIRST, "1er") : date;
}

const FIRST = /(?<!\d)1(?=\s\p{L})/u;
