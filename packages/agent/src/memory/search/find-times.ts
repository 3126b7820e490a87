import { foldText } from "../../kernel/text/fold-text.ts";
import { toInstant, toLocalTime } from "when-in-words/local-time";
import { createTermMatcher } from "../../kernel/text/term-matcher.ts";
import { type TimeWord, timeWords } from "./time-words.ts";

/** Unix milliseconds, the end exclusive. */
export interface TimeSpan {
  readonly from: number;
  readonly until: number;
}

export interface TimeView {
  readonly now: number;
  /** IANA name. */
  readonly timeZone: string;
}

/**
 * Finds the times that a text names, in any known language: days, months and years, or words such as
 * "yesterday" and "last week" if there is no date. Without a year, the latest one is meant.
 */
export function findTimes(text: string, view: TimeView): readonly TimeSpan[] {
  const folded = foldText(text);
  const words = match()(folded);
  if (words.length === 0 && !YEAR.test(folded)) return [];
  const today = toDay(toLocalTime(view.now, view.timeZone).date);
  const iso = [...findIsoDates(text)];
  const dates = iso.length > 0 ? iso : [...findDates(folded, words, today)];
  const named = dates.length > 0 ? dates : [...findYears(folded)];
  const days = named.length > 0 ? named : words.flatMap(({ value }) => toDays(value, today));
  return days.map(([first, last]) => ({
    from: toInstant(first * DAY_MS, view.timeZone),
    until: toInstant((last + 1) * DAY_MS, view.timeZone),
  }));
}

const YEAR = /\p{N}{4}/u;

/** First and last day, counted from 1970. */
type Days = readonly [first: number, last: number];
type Found = { readonly value: TimeWord; readonly start: number; readonly end: number };

const DAY_MS = 24 * 60 * 60 * 1000;

let compiled: ReturnType<typeof createTermMatcher<TimeWord>> | undefined;

/** Compiled when first needed, because not every process searches. */
function match(): ReturnType<typeof createTermMatcher<TimeWord>> {
  compiled ??= createTermMatcher(timeWords());
  return compiled;
}

function* findIsoDates(text: string): Generator<Days> {
  for (const [, year, month, day] of text.matchAll(ISO_DATE)) {
    yield daysOf(Number(year), Number(month) - 1, Number(day));
  }
}

/** 2026-05-07, and as it is written in China and Japan. */
const ISO_DATE =
  /(?<!\d)(\d{4})\s?[-年]\s?(0?[1-9]|1[0-2])\s?[-月]\s?(0?[1-9]|[12]\d|3[01])(?!\d)/g;

function* findDates(folded: string, words: readonly Found[], today: number): Generator<Days> {
  for (const { value, start, end } of words) {
    if (value.type !== "month") continue;
    const before = folded.slice(0, start);
    const after = folded.slice(end);
    const day = DAY_BEFORE.exec(before)?.[1] ?? DAY_AFTER.exec(after)?.[1];
    const year = YEAR_AFTER.exec(after)?.[1];
    const isDate = day !== undefined || year !== undefined || AFTER_PREPOSITION.test(before);
    if (!isDate && !UNSPACED.test(folded.slice(start, end))) continue;
    const inYear = (y: number) =>
      daysOf(y, value.month, day === undefined ? undefined : Number(day));
    yield year === undefined ? latest(inYear, today) : inYear(Number(year));
  }
}

const DAY_BEFORE = /(?<!\p{N})([1-9]|[12]\d|3[01])(?:st|nd|rd|th)?(?: (?:of|de|di))? $/u;
const DAY_AFTER = /^ ?([1-9]|[12]\d|3[01])(?:st|nd|rd|th|日|일)?(?!\p{N})/u;
const YEAR_AFTER = /^(?: ?\d{1,2}(?:st|nd|rd|th)?)?(?: (?:de|of))? ?(\d{4})(?!\p{N})/u;
const UNSPACED = /[\u3040-\u9FFF\uAC00-\uD7AF]/;

/** Names of months are names and words, too: "may", "mars", "June". */
const AFTER_PREPOSITION =
  /(?:^| )(?:in|of|by|since|until|till|before|after|during|last|this|early|mid|late|im|vom|seit|bis|ab|letzten|anfang|mitte|ende|en|de|del|desde|hasta|au|depuis|fin|debut|a|di|da|em|no|desde|ate|w|we|od|do|в|во|с|до|у|на|з|прошлом|этом) $/;

function latest(inYear: (year: number) => Days, today: number): Days {
  const year = new Date(today * DAY_MS).getUTCFullYear();
  const days = inYear(year);
  return days[0] > today ? inYear(year - 1) : days;
}

function* findYears(folded: string): Generator<Days> {
  for (const [, year] of folded.matchAll(/(?<![a-z\p{N}])((?:19|20)\d\d)(?![a-z\p{N}])/gu)) {
    yield [daysOf(Number(year), 0)[0], daysOf(Number(year), 11)[1]];
  }
}

function toDays(word: TimeWord, today: number): readonly Days[] {
  if (word.type === "month") return [];
  const weekday = (today + 4) % 7;
  if (word.type === "weekday") {
    const day = today - (((weekday - word.weekday + 6) % 7) + 1);
    return [[day, day]];
  }
  const date = new Date(today * DAY_MS);
  switch (word.unit) {
    case "day":
      return [[today - word.ago, today - word.ago]];
    case "week": {
      const monday = today - ((weekday + 6) % 7) - 7 * word.ago;
      return [[monday, monday + 6]];
    }
    case "month":
      return [daysOf(date.getUTCFullYear(), date.getUTCMonth() - word.ago)];
    case "year": {
      const year = date.getUTCFullYear() - word.ago;
      return [[daysOf(year, 0)[0], daysOf(year, 11)[1]]];
    }
  }
}

/** Returns the span of a day, or of the whole month. */
function daysOf(year: number, month: number, day?: number): Days {
  const first = Date.UTC(year, month, day ?? 1) / DAY_MS;
  return [first, day === undefined ? Date.UTC(year, month + 1, 0) / DAY_MS : first];
}

function toDay(date: string): number {
  return Date.parse(date) / DAY_MS;
}
