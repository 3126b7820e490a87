import { readFileSync } from "node:fs";
import { type Language, languagesWith } from "../kernel/languages.ts";

/** Reads a list of phrases in all languages that have it. Callers cache what they make of it. */
export function readPhrases(
  list: "acknowledgements" | "connectives" | "spoken-reply",
): readonly string[] {
  return languagesWith(list).flatMap((language): string[] => readWords(language, list));
}

/** Reads the words of a language that add nothing to a report. Callers cache what they make of it. */
export function readReportWords(language: Language): readonly string[] {
  return readWords(language, "reports");
}

/** Reads a list of phrases by what they mean, from each language that has it. Callers cache what they make of it. */
export function readMeanings(
  list: "guards" | "intents" | "orders" | "tools",
): readonly Readonly<Record<string, readonly string[]>>[] {
  return languagesWith(list).map((language) => readWords(language, list));
}

function readWords(language: string, list: string) {
  // At the root of the repository, or of the build.
  const root = import.meta.url.endsWith(".ts") ? "../../../.." : "..";
  const file = new URL(`${root}/locales/${language}/words/${list}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}
