import { describeDay } from "./time/describe-day.ts";
import { describeMoment } from "./time/describe-moment.ts";
import { expandRule } from "./time/expand-rule.ts";
import { findRuleObjection } from "./time/parse-rule.ts";
import { readDrafts, readLengthsOf } from "./time/languages.ts";
import { nextCronInstant } from "./time/next-cron-instant.ts";
import { resolveMoment } from "./time/resolve-moment.ts";
import { sumLengths } from "./time/sum-lengths.ts";
import { toRecurrence } from "./time/to-recurrence.ts";

/**
 * Times in words, in English, German, Spanish, Russian, French, Italian, Portuguese, Dutch, Ukrainian,
 * Chinese and Japanese; recurrences; and times for people to read. All of it is pure.
 *
 * A time that the clocks skip means as much later as they were moved; one that comes twice means its first.
 */
export interface TimeView {
  /** Unix milliseconds. */
  readonly now: number;
  /** IANA name or `+03:00`. */
  readonly timeZone: string;
  /** Of who wrote the words, such as `de` or `en-US`: decides where two languages differ, and whether 3/4 is in March. */
  readonly locale?: string | undefined;
}

export interface Moment {
  /** Unix milliseconds. */
  readonly at: number;
  /** True where the words name a day and no time of it. */
  readonly isDateOnly: boolean;
}

export interface Recurrence {
  /** The body of an RRULE, such as `FREQ=WEEKLY;BYDAY=TH`; its time of day is that of the moment it begins at. */
  readonly rule: string;
  /** The first moment, where the words name a day or a time; begin the rule there. Unix milliseconds. */
  readonly at?: number | undefined;
}

/**
 * The moment that words name, alone or within a sentence; undefined where they name none, more than one, or
 * one that does not exist, or are more than 1,000 characters. It may have passed: "yesterday", "today at 08:00". What words leave open:
 *
 * - a day without a time is 09:00, or today the next full hour; mornings are 09:00, afternoons 15:00,
 *   evenings 19:00, nights 22:00, and midnight ends its day;
 * - a time without a day is today, or tomorrow if it has passed;
 * - an hour from one to six with neither minutes in digits nor a part of the day is in the afternoon;
 * - a weekday is the coming one, "next Friday" is in the calendar week after this one, and "next week" is its Monday;
 * - days, weeks, months and years from now are counted by the calendar, at this time of day.
 */
export function parseMoment(text: string, view: TimeView): Moment | undefined {
  for (const draft of readDrafts(text, view.locale)) {
    const moment = resolveMoment(draft, view);
    if (moment) return moment;
  }
  return undefined;
}

/**
 * A recurrence from RRULE text, or from words such as "every Thursday at 8" or "jeden zweiten Tag"; undefined
 * where they name none, or a zone of their own, which a rule cannot keep. Words that name a day and no time mean 09:00. "Every 31st" leaves out the months
 * without one, and 29 February most years.
 */
export function parseRecurrence(text: string, view: TimeView): Recurrence | undefined {
  const rule = text.trim().replace(/^RRULE:/i, "");
  if (/^FREQ=/i.test(rule))
    return findRuleObjection(rule) === undefined ? { rule: rule.toUpperCase() } : undefined;
  for (const draft of readDrafts(text, view.locale)) {
    const recurrence = toRecurrence(draft, view);
    if (recurrence) return recurrence;
  }
  return undefined;
}

export interface RuleView {
  /** When the rule began; what it leaves open, such as the time of day, is taken from there. */
  readonly start: number;
  readonly after: number;
  readonly timeZone: string;
}

/**
 * The next instant strictly after `after` of an RRULE, by the clocks of the zone; undefined where it has ended
 * or fits no day of the next hundred years. Hours and minutes pass as they are, whatever the clocks do.
 * A rule that is none is a fault `invalid`, which says why.
 */
export function nextOccurrence(rule: string, view: RuleView): number | undefined {
  return expandRule(rule, view);
}

/**
 * The next instant strictly after `after` of a cron expression of five fields, by the clocks of the zone;
 * undefined where no date fits it. With an open hour (`*`) it is a rhythm, which an hour that comes twice
 * does not interrupt. An expression that is none is a fault `invalid`, which names the field.
 */
export function nextCron(
  expression: string,
  view: { readonly after: number; readonly timeZone: string },
): number | undefined {
  return nextCronInstant(expression, view);
}

/** The milliseconds of "30 minutes", "6h" or "2 Stunden"; undefined where no length of time is named. */
export function parseDistance(text: string): number | undefined {
  const lengths = readLengthsOf(text);
  return lengths && sumLengths(lengths);
}

export interface MomentFormat {
  readonly timeZone: string;
  /** Unix milliseconds; with it, days around it are told in words, and its year is left out. */
  readonly now?: number | undefined;
  /** English without it. */
  readonly locale?: string | undefined;
  /** Leaves the time of day out. */
  readonly isDateOnly?: boolean | undefined;
}

/** A moment for people, short: "tomorrow 09:00", "Thu 3 Dec 09:00". */
export function formatMoment(at: number, format: MomentFormat): string {
  return describeMoment(at, format);
}

/** The day of a moment for people, in full: "Monday, 23 November 2026". */
export function formatDay(at: number, format: Pick<MomentFormat, "timeZone" | "locale">): string {
  return describeDay(at, format);
}
