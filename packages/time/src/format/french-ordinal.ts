import { languageOf } from "./languages.ts";

/** A date as `Intl` writes it in a language (BCP 47), with the first of a month as French has it: "1er novembre". */
export function firstInWords(date: string, language: string): string {
  return languageOf(language) === "fr" ? date.replace(FIRST, "1er") : date;
}

const FIRST = /(?<!\d)1(?=\s\p{L})/u;
