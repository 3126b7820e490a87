import { toInstant } from "../clock/local-time.ts";
import { addMonths, DAY_MS, dayAt, wallAt } from "../clock/calendar.ts";
import type { Length } from "../read/mark.ts";
import { DEFAULT_MINUTE } from "./resolve-time.ts";
import { sumDurations } from "./sum-durations.ts";

const MINUTE_MS = 60_000;

export interface Start {
  readonly now: number;
  readonly timeZone: string;
  /** A day to count from, in days from today; undefined counts from this moment. */
  readonly day: number | undefined;
  /** The minute of the day that is named. */
  readonly minute: number | undefined;
}

/**
 * Returns the moment at this distance. Hours are elapsed time; days, months and years are counted by the
 * calendar, to the same time of day. Undefined if there is no such moment.
 */
export function resolveDurations(
  lengths: readonly Length[],
  { now, timeZone, day, minute }: Start,
): { readonly at: number; readonly isDateOnly: boolean } | undefined {
  const passing = lengths.filter(isElapsed);
  const counted = lengths.filter((length) => !isElapsed(length));
  const elapsed = sumDurations(passing);
  const today = dayAt(now, timeZone);
  const target = addCounted(today + (day ?? 0), counted);
  if (elapsed === undefined || target === undefined) return undefined;
  if (!(Math.abs(target) < LAST_DAY && Math.abs(elapsed) < LAST_DAY * DAY_MS)) return undefined;

  if (day !== undefined || minute !== undefined) {
    if (passing.length > 0) return undefined;
    const wall = target * DAY_MS + (minute ?? DEFAULT_MINUTE) * MINUTE_MS;
    return { at: toInstant(wall, timeZone), isDateOnly: minute === undefined };
  }
  const wall = wallAt(now, timeZone) + (target - today) * DAY_MS;
  const start = counted.length > 0 ? toInstant(wall, timeZone) : now;
  return { at: start + elapsed, isDateOnly: false };
}

/** End of the year 9999: later days are not supported. */
const LAST_DAY = 2_932_896;

/** Checks whether a length is elapsed time: half a day is twelve hours, wherever it starts. */
function isElapsed({ count, unit }: Length): boolean {
  if (unit === "day" || unit === "week") return !Number.isInteger(count);
  return unit === "second" || unit === "minute" || unit === "hour";
}

const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7 };
const MONTHS: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };

function addCounted(start: number, lengths: readonly Length[]): number | undefined {
  let day = start;
  for (const { count, unit } of lengths) {
    const days = DAYS[unit];
    const moved =
      days === undefined
        ? addMonths(day, count * (MONTHS[unit] ?? Number.NaN))
        : day + days * count;
    if (!Number.isInteger(moved)) return undefined;
    day = moved;
  }
  return day;
}
