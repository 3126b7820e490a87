import { describeDay } from "./format/describe-day.ts";
import { describeMoment } from "./format/describe-moment.ts";
import { expandRule } from "./recur/expand-rule.ts";
import { findRuleProblem } from "./recur/parse-rule.ts";
import { readDrafts, readDurationText } from "./read/languages.ts";
import { nextCronInstant } from "./recur/next-cron-instant.ts";
import { resolveMoment } from "./resolve/resolve-moment.ts";
import { sumDurations } from "./resolve/sum-durations.ts";
import { toRecurrence } from "./resolve/to-recurrence.ts";

export { describeRule as formatRule } from "./format/describe-rule.ts";
export { RecurrenceError } from "./error.ts";
export { LANGUAGES } from "./read/languages.ts";

/** The words are read as if at this time and place. */
export interface TimeView {
  /** Unix milliseconds. */
  readonly now: number;
  /** IANA name or `+03:00`. */
  readonly timeZone: string;
  /** Locale of the writer, such as `de` or `en-US`: decides where two languages differ, and whether 3/4 is in March. */
  readonly locale?: string | undefined;
}

export interface Moment {
  /** Unix milliseconds. */
  readonly at: number;
  /** True where the words name a day and no time of it. */
  readonly isDateOnly: boolean;
}

export interface Recurrence {
  /** Body of an RRULE, such as `FREQ=WEEKLY;BYDAY=TH`; its time of day is that of its start. */
  readonly rule: string;
  /** First moment, if the words name a day or a time; start the rule there. Unix milliseconds. */
  readonly at?: number | undefined;
}

/**
 * Reads the moment that words name, alone or within a sentence. Returns undefined if they name none, more than
 * one, or one that does not exist, or have more than 1,000 characters. The moment may have passed: "yesterday",
 * "today at 08:00". A time that the clocks skip is moved on by as much as the clocks are; of a time that comes
 * twice, the first is meant. Defaults:
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
 * Reads a recurrence from the text of an RRULE, or from words such as "every Thursday at 8" or "jeden zweiten
 * Tag". Returns undefined if they name none, or a time zone, which a rule cannot store. A day without a time is at
 * 09:00. "Every 31st" skips the months without one; "every 29 February" most years.
 */
export function parseRecurrence(text: string, view: TimeView): Recurrence | undefined {
  const rule = text.trim().replace(/^RRULE:/i, "");
  if (/^FREQ=/i.test(rule))
    return findRuleProblem(rule) === undefined ? { rule: rule.toUpperCase() } : undefined;
  for (const draft of readDrafts(text, view.locale)) {
    const recurrence = toRecurrence(draft, view);
    if (recurrence) return recurrence;
  }
  return undefined;
}

export interface RuleView {
  /** Start of the rule; parts that it omits, such as the time of day, come from there. Unix milliseconds. */
  readonly start: number;
  readonly after: number;
  readonly timeZone: string;
}

/**
 * Returns the next instant of an RRULE strictly after `after`, by the clocks of the zone; undefined if it has ended
 * or fits no day of the next hundred years. Rules of hours and minutes count elapsed time, whatever the clocks do.
 * Throws a `RecurrenceError` for an invalid rule.
 */
export function nextOccurrence(rule: string, view: RuleView): number | undefined {
  return expandRule(rule, view);
}

/**
 * Returns the next instant of a cron expression of five fields strictly after `after`, by the clocks of the zone;
 * undefined if no date fits. With an open hour (`*`) it also fires in an hour that comes twice. Throws a
 * `RecurrenceError` for an invalid expression, which names the field.
 */
export function nextCron(
  expression: string,
  view: { readonly after: number; readonly timeZone: string },
): number | undefined {
  return nextCronInstant(expression, view);
}

/** Returns the milliseconds of "30 minutes", "6h" or "2 Stunden"; undefined if the text is no duration. */
export function parseDuration(text: string): number | undefined {
  const lengths = readDurationText(text);
  return lengths && sumDurations(lengths);
}

export interface MomentFormat {
  readonly timeZone: string;
  /** Unix milliseconds; if given, adjacent days are written in words, and its year is omitted. */
  readonly now?: number | undefined;
  /** Default: English. */
  readonly locale?: string | undefined;
  /** Omits the time of day. */
  readonly isDateOnly?: boolean | undefined;
}

/** Formats a moment in short form: "tomorrow 09:00", "Thu 3 Dec 09:00". */
export function formatMoment(at: number, format: MomentFormat): string {
  return describeMoment(at, format);
}

/** Formats the day of a moment in full: "Monday, 23 November 2026". */
export function formatDay(at: number, format: Pick<MomentFormat, "timeZone" | "locale">): string {
  return describeDay(at, format);
}
