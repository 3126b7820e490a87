import { readFileSync } from "node:fs";
import { isRecord } from "../kernel/text/json.ts";
import { memoize } from "../kernel/memoize.ts";
import { type Language, matchLanguage } from "../kernel/languages.ts";
import { formatMessage, type MessageValues, parseMessage } from "icu-subset";
import { SUBJECTS, type Texts } from "./texts.gen.ts";

export type { Texts } from "./texts.gen.ts";

/**
 * Returns the texts for people in a language (BCP 47): strings, or functions of their arguments. A subject
 * is read from `locales/` on first use. English if a language has no texts.
 */
export function texts(language: string | null | undefined): Texts;
export function texts(language: string | null | undefined): unknown {
  return catalogOf(matchLanguage(language));
}

const catalogOf = memoize((language: Language) => {
  const subjectOf = memoize((subject: string) => readSubject(language, subject));
  const getters = SUBJECTS.map((subject) => [subject, { get: () => subjectOf(subject) }]);
  return Object.defineProperties({}, Object.fromEntries(getters));
});

function readSubject(language: Language, subject: string): unknown {
  // At the root of the repository, or of the build.
  const root = import.meta.url.endsWith(".ts") ? "../../../.." : "..";
  const file = new URL(`${root}/locales/${language}/${subject}.json`, import.meta.url);
  return toTexts(JSON.parse(readFileSync(file, "utf8")), language);
}

function toTexts(value: unknown, language: Language): unknown {
  if (typeof value === "string") return toText(value, language);
  if (!isRecord(value)) throw new Error(`A text in ${language} is no string: ${String(value)}`);
  const entries = Object.entries(value).map(([key, inner]) => [key, toTexts(inner, language)]);
  return Object.fromEntries(entries);
}

function toText(text: string, language: Language) {
  const parts = parseMessage(text);
  if (parts.every((part) => typeof part === "string")) return text;
  return (values: MessageValues) => formatMessage(parts, values, language);
}
