import { readFileSync } from "node:fs";
import { memoize } from "../clock/memoize.ts";
import type { Draft } from "./draft.ts";
import type { Length, Mark } from "./mark.ts";
import { type DateOrder, createMarkReader, type MarkReader } from "./read-marks.ts";
import { readDraft } from "./read-draft.ts";
import { readAmounts } from "./read-durations.ts";

/** ISO 639-1 codes. Where two languages understand equally much, the earlier one is believed. */
export const LANGUAGES = [
  "en",
  "de",
  "es",
  "ru",
  "fr",
  "it",
  "pt",
  "nl",
  "uk",
  "zh",
  "ja",
] as const;

/** Reads the file of a language when first needed: not every process reads times. */
const readerOf = memoize((language: (typeof LANGUAGES)[number]): MarkReader => {
  const file = new URL(`../../languages/${language}.json`, import.meta.url);
  return createMarkReader(JSON.parse(readFileSync(file, "utf8")));
});

/** Reads drafts of a moment from a text, one for each of the languages that explain most of it. */
export function readDrafts(text: string, locale: string | undefined): readonly Draft[] {
  return readMarks(text, locale).flatMap((marks) => readDraft(marks) ?? []);
}

/** Returns the length of time that a text is, and nothing else. */
export function readDurationText(text: string): readonly Length[] | undefined {
  for (const marks of readMarks(text, undefined)) {
    const meanings = marks.flatMap(({ meaning }) => meaning ?? []);
    const amounts =
      meanings.length === marks.length ? readAmounts(meanings, 0, "counted") : undefined;
    if (amounts?.next === meanings.length) return amounts.lengths;
  }
  return undefined;
}

/** Returns the text in the languages that know most of its letters, that of the locale first. */
function readMarks(text: string, locale: string | undefined): readonly (readonly Mark[])[] {
  if (text.length > MAX_WORDS) return [];
  const spoken = locale?.slice(0, 2).toLowerCase();
  const read = LANGUAGES.map((language) => {
    const marks = readerOf(language)(text, dateOrderOf(locale) ?? dateOrderIn(language, text));
    const known = marks.reduce(
      (sum, { text: own, meaning }) => sum + (meaning ? own.length : 0),
      0,
    );
    return { marks, known, isSpoken: language === spoken };
  });
  const most = Math.max(...read.map(({ known }) => known));
  const best = most > 0 ? read.filter(({ known }) => known === most) : [];
  return best
    .toSorted((one, other) => Number(other.isSpoken) - Number(one.isSpoken))
    .map(({ marks }) => marks);
}

/** Longer ones are not the words of a time. */
const MAX_WORDS = 1000;

/** Returns the date order of a text that contains words of a language; digits alone fit any language. */
function dateOrderIn(language: string, text: string): DateOrder {
  return language !== "en" && /\p{L}/u.test(text) ? "day-first" : undefined;
}

function dateOrderOf(locale: string | undefined): DateOrder {
  if (!locale || locale.toLowerCase() === "en") return undefined;
  return /^en-us/i.test(locale) ? "month-first" : "day-first";
}
