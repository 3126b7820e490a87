import type { Draft } from "./draft.ts";
import type { Length, Mark, Words } from "./mark.ts";
import { type DateOrder, createMarkReader, type MarkReader } from "./read-marks.ts";
import { readDraft } from "./read-draft.ts";
import { readAmounts } from "./read-durations.ts";
import { chinese } from "../words/chinese.ts";
import { dutch } from "../words/dutch.ts";
import { english } from "../words/english.ts";
import { french } from "../words/french.ts";
import { german } from "../words/german.ts";
import { italian } from "../words/italian.ts";
import { japanese } from "../words/japanese.ts";
import { portuguese } from "../words/portuguese.ts";
import { russian } from "../words/russian.ts";
import { spanish } from "../words/spanish.ts";
import { ukrainian } from "../words/ukrainian.ts";

/** Where two languages understand equally much, the earlier one is believed. */
const LANGUAGES: readonly Words[] = [
  english,
  german,
  spanish,
  russian,
  french,
  italian,
  portuguese,
  dutch,
  ukrainian,
  chinese,
  japanese,
];

const readers = new Map<string, MarkReader>();

/** Compiled when first needed, because not every process reads times. */
function readerOf(words: Words): MarkReader {
  const known = readers.get(words.language);
  if (known) return known;
  const reader = createMarkReader(words);
  readers.set(words.language, reader);
  return reader;
}

/** What a text says about time, in each of the languages that explain most of it. */
export function readDrafts(text: string, locale: string | undefined): readonly Draft[] {
  return readMarks(text, locale).flatMap((marks) => readDraft(marks) ?? []);
}

/** The length of time that a text is, and nothing else. */
export function readDurationText(text: string): readonly Length[] | undefined {
  for (const marks of readMarks(text, undefined)) {
    const meanings = marks.flatMap(({ meaning }) => meaning ?? []);
    const amounts =
      meanings.length === marks.length ? readAmounts(meanings, 0, "counted") : undefined;
    if (amounts?.next === meanings.length) return amounts.lengths;
  }
  return undefined;
}

/** The text in the languages that know most of its letters, that of the locale first. */
function readMarks(text: string, locale: string | undefined): readonly (readonly Mark[])[] {
  if (text.length > LONGEST) return [];
  const spoken = locale?.slice(0, 2).toLowerCase();
  const read = LANGUAGES.map((words) => {
    const marks = readerOf(words)(text, dateOrderOf(locale) ?? dateOrderIn(words, text));
    const known = marks.reduce(
      (sum, { text: own, meaning }) => sum + (meaning ? own.length : 0),
      0,
    );
    return { marks, known, isSpoken: words.language === spoken };
  });
  const most = Math.max(...read.map(({ known }) => known));
  const best = most > 0 ? read.filter(({ known }) => known === most) : [];
  return best
    .toSorted((one, other) => Number(other.isSpoken) - Number(one.isSpoken))
    .map(({ marks }) => marks);
}

/** Longer ones are not the words of a time. */
const LONGEST = 1000;

/** Of a text in words of a language; digits alone are of any. */
function dateOrderIn({ language }: Words, text: string): DateOrder {
  return language !== "en" && /\p{L}/u.test(text) ? "day-first" : undefined;
}

function dateOrderOf(locale: string | undefined): DateOrder {
  if (!locale || locale.toLowerCase() === "en") return undefined;
  return /^en-us/i.test(locale) ? "month-first" : "day-first";
}
