import { offsetAt, toInstant } from "../clock/local-time.ts";
import { DAY_MS, firstOfMonth, lastOfMonth, toDate, wallAt } from "../clock/calendar.ts";
import { nextElapsed } from "./next-elapsed.ts";
import { type Frequency, parseRule, type RecurrenceRule } from "./parse-rule.ts";
import { isOnDay } from "./is-on-day.ts";

export interface Occasion {
  /** Start of the rule: its time of day, and parts that it omits, come from there. */
  readonly start: number;
  readonly after: number;
  readonly timeZone: string;
}

/** A rule that has found nothing for so long never will. */
const YEARS_AHEAD = 100;

/** Returns the next instant of a rule after `after`; undefined if it has ended. */
export function expandRule(text: string, occasion: Occasion): number | undefined {
  const rule = parseRule(text);
  const end = endOf(rule, occasion.timeZone);
  const next = isElapsed(rule) ? nextElapsed(rule, occasion) : nextByCalendar(rule, occasion);
  return next !== undefined && next <= end ? next : undefined;
}

function isElapsed({ frequency }: RecurrenceRule): boolean {
  return frequency === "HOURLY" || frequency === "MINUTELY";
}

/** Returns the last instant that `UNTIL` allows; a day includes all of itself. */
function endOf({ until }: RecurrenceRule, timeZone: string): number {
  if (!until) return Infinity;
  const [, year, month, day, hour = "23", minute = "59", second = "59", utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(until) ?? [];
  const wall = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return utc ? wall : toInstant(wall, timeZone);
}

/** The period of the calendar that occurrences are counted by, from its first to its last day. */
interface Period {
  readonly first: number;
  readonly last: number;
}

function nextByCalendar(rule: RecurrenceRule, occasion: Occasion): number | undefined {
  const { start, after, timeZone } = occasion;
  const wallStart = wallAt(start, timeZone);
  const startDay = Math.floor(wallStart / DAY_MS);
  const filled = withDefaults(rule, startDay);
  const times = timesOf(rule, wallStart - startDay * DAY_MS);
  const occurrences = (step: number) =>
    instantsOf(filled, { period: periodAt(rule, startDay, step), times, timeZone }).filter(
      (instant) => instant >= start,
    );
  if (rule.count !== undefined)
    return nextCounted(rule.count, { occurrences, after, limit: stepsAhead(rule) });

  const from = Math.max(start, after);
  const fromDay = Math.floor((from + lowestOffset(from, timeZone)) / DAY_MS);
  const firstStep = Math.max(0, stepOf(rule, startDay, fromDay));
  for (let step = firstStep; step < firstStep + stepsAhead(rule); step++) {
    const found = occurrences(step).find((instant) => instant > after);
    if (found === undefined) continue;
    // If the clocks skip midnight, a day's last time may come after the first of the next day.
    const rival = occurrences(step + 1).find((instant) => instant > after);
    return rival === undefined ? found : Math.min(found, rival);
  }
  return undefined;
}

interface Counting {
  readonly occurrences: (step: number) => readonly number[];
  readonly after: number;
  readonly limit: number;
}

function nextCounted(count: number, { occurrences, after, limit }: Counting): number | undefined {
  let left = count;
  let last = -Infinity;
  for (let step = 0; step < limit; step++) {
    for (const instant of occurrences(step)) {
      if (instant <= last) continue;
      if (instant > after) return instant;
      last = instant;
      left--;
      if (left === 0) return undefined;
    }
  }
  return undefined;
}

/**
 * Returns the lower of the offsets now and a day ago, so that a time that the clocks just skipped is not
 * missed.
 */
function lowestOffset(instant: number, timeZone: string): number {
  return Math.min(offsetAt(instant, timeZone), offsetAt(instant - DAY_MS, timeZone));
}

function stepsAhead({ frequency, interval }: RecurrenceRule): number {
  return Math.max(2, Math.ceil((YEARS_AHEAD * IN_YEAR[frequency]) / interval));
}

const IN_YEAR: Readonly<Record<Frequency, number>> = {
  YEARLY: 1,
  MONTHLY: 12,
  WEEKLY: 53,
  DAILY: 366,
  HOURLY: 366,
  MINUTELY: 366,
};

function weekOf(day: number, weekStart: number): number {
  return day - ((toDate(day).weekday - weekStart + 7) % 7);
}

function periodAt(rule: RecurrenceRule, startDay: number, step: number): Period {
  const steps = step * rule.interval;
  const { year, month } = toDate(startDay);
  switch (rule.frequency) {
    case "YEARLY":
      return { first: firstOfMonth(year + steps, 0), last: lastOfMonth(year + steps, 11) };
    case "MONTHLY":
      return { first: firstOfMonth(year, month + steps), last: lastOfMonth(year, month + steps) };
    case "WEEKLY": {
      const first = weekOf(startDay, rule.weekStart) + steps * 7;
      return { first, last: first + 6 };
    }
    default:
      return { first: startDay + steps, last: startDay + steps };
  }
}

/** Returns the step of the period that contains `day`, or the last one before it. */
function stepOf(rule: RecurrenceRule, startDay: number, day: number): number {
  return Math.floor(periodsBetween(rule, startDay, day) / rule.interval);
}

function periodsBetween(
  { frequency, weekStart }: RecurrenceRule,
  startDay: number,
  day: number,
): number {
  const [from, to] = [toDate(startDay), toDate(day)];
  const years = to.year - from.year;
  switch (frequency) {
    case "YEARLY":
      return years;
    case "MONTHLY":
      return years * 12 + to.month - from.month;
    case "WEEKLY":
      return (weekOf(day, weekStart) - weekOf(startDay, weekStart)) / 7;
    default:
      return day - startDay;
  }
}

/** Fills in the parts of the day that a rule does not specify from its first day. */
function withDefaults(rule: RecurrenceRule, startDay: number): RecurrenceRule {
  const { day, month, weekday } = toDate(startDay);
  const { frequency, weekdays, monthDays, yearDays, months } = rule;
  if (frequency === "WEEKLY" && !weekdays)
    return { ...rule, weekdays: [{ weekday, nth: undefined }] };
  const isOpen = !weekdays && !monthDays && !yearDays;
  if (frequency === "MONTHLY" && isOpen) return { ...rule, monthDays: [day] };
  if (frequency !== "YEARLY" || !isOpen) return rule;
  return { ...rule, monthDays: [day], months: months ?? [month] };
}

/** Returns the times of a day, in milliseconds. */
function timesOf({ hours, minutes, seconds }: RecurrenceRule, start: number): readonly number[] {
  const [ownHour, ownMinute] = [Math.floor(start / 3_600_000), Math.floor(start / 60_000) % 60];
  const rest = seconds ? 0 : start % 60_000;
  const times = (hours ?? [ownHour]).flatMap((hour) =>
    (minutes ?? [ownMinute]).flatMap((minute) =>
      (seconds ?? [0]).map((second) => hour * 3_600_000 + minute * 60_000 + second * 1000 + rest),
    ),
  );
  return [...new Set(times)].toSorted((one, other) => one - other);
}

interface Expansion {
  readonly period: Period;
  readonly times: readonly number[];
  readonly timeZone: string;
}

function instantsOf(
  rule: RecurrenceRule,
  { period, times, timeZone }: Expansion,
): readonly number[] {
  const walls: number[] = [];
  for (let day = period.first; day <= period.last; day++) {
    if (isOnDay(rule, day)) walls.push(...times.map((time) => day * DAY_MS + time));
  }
  const chosen = rule.places?.flatMap((place) => walls.at(place > 0 ? place - 1 : place) ?? []);
  return (chosen ?? walls)
    .map((wall) => toInstant(wall, timeZone))
    .toSorted((one, other) => one - other);
}
