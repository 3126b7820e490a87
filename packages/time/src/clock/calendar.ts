import { offsetAt } from "./local-time.ts";

/** Days are counted from 1970, as a clock on the wall counts them; there is no zone in them. */
export const DAY_MS = 86_400_000;

/** Undefined where the month has no such day. */
export function toDay({ year, month, day }: Omit<FullDate, "weekday">): number | undefined {
  const wall = new Date(Date.UTC(year, month, day));
  if (wall.getUTCMonth() !== month || wall.getUTCDate() !== day) return undefined;
  return Math.floor(wall.getTime() / DAY_MS);
}

export interface FullDate {
  readonly year: number;
  /** January is 0. */
  readonly month: number;
  readonly day: number;
  /** Sunday is 0. */
  readonly weekday: number;
}

/** Returns the date of a day. */
export function toDate(day: number): FullDate {
  const wall = new Date(day * DAY_MS);
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth(),
    day: wall.getUTCDate(),
    weekday: wall.getUTCDay(),
  };
}

/** Months before January and after December belong to the years around. */
export function firstOfMonth(year: number, month: number): number {
  return Math.floor(Date.UTC(year, month, 1) / DAY_MS);
}

/** Returns the last day of a month. Months count from 0; beyond 11 they run on into other years. */
export function lastOfMonth(year: number, month: number): number {
  return firstOfMonth(year, month + 1) - 1;
}

/** Returns the Monday of the week that a day is in. */
export function mondayOf(day: number): number {
  return day - ((toDate(day).weekday + 6) % 7);
}

/** Adds months to a day: the same day of the month, or the last day of a month that is too short. */
export function addMonths(day: number, months: number): number {
  const date = toDate(day);
  const last = lastOfMonth(date.year, date.month + months);
  return Math.min(firstOfMonth(date.year, date.month + months) + date.day - 1, last);
}

/** Returns the `nth` such weekday of a span of days, from its end where `nth` is negative. */
export function nthWeekday(
  { first, last }: { readonly first: number; readonly last: number },
  nth: number,
  weekday: number,
): number | undefined {
  const found =
    nth > 0
      ? first + ((weekday - toDate(first).weekday + 7) % 7) + (nth - 1) * 7
      : last - ((toDate(last).weekday - weekday + 7) % 7) + (nth + 1) * 7;
  return found >= first && found <= last ? found : undefined;
}

/** Returns the day that clocks in a zone show at an instant. */
export function dayAt(instant: number, timeZone: string): number {
  return Math.floor(wallAt(instant, timeZone) / DAY_MS);
}

/** Returns the time that clocks in a zone show at an instant, written as if it were UTC. */
export function wallAt(instant: number, timeZone: string): number {
  return instant + offsetAt(instant, timeZone);
}
