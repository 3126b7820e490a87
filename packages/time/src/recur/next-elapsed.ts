import { toInstant } from "../clock/local-time.ts";
import { DAY_MS, dayAt, wallAt } from "../clock/calendar.ts";
import type { Occasion } from "./expand-rule.ts";
import type { RecurrenceRule } from "./parse-rule.ts";
import { isOnDay } from "./is-on-day.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Some rules fit at no time at all, and looking for one takes time of the whole process. */
const MAX_STEPS = 50_000;

/** Returns the next instant of a rule of hours or minutes, which count elapsed time, whatever the clocks do. */
export function nextElapsed(
  rule: RecurrenceRule,
  { start, after, timeZone }: Occasion,
): number | undefined {
  const size = (rule.frequency === "HOURLY" ? HOUR_MS : MINUTE_MS) * rule.interval;
  const { base, offsets } = withinStep(rule, start, timeZone);
  const isCounted = rule.count !== undefined;
  let step = isCounted ? 0 : Math.max(0, Math.floor((after - base) / size));
  let left = rule.count ?? Infinity;
  for (let tries = 0; tries < MAX_STEPS; tries++) {
    const begin = base + step * size;
    for (const at of offsets.map((offset) => begin + offset)) {
      if (at < start || !isShown(rule, at, timeZone)) continue;
      if (at > after) return at;
      left--;
      if (left === 0) return undefined;
    }
    const day = dayAt(begin, timeZone);
    const nextDay = isOnDay(rule, day) ? begin : toInstant((day + 1) * DAY_MS, timeZone);
    step = Math.max(step + 1, Math.floor((nextDay - base) / size));
  }
  return undefined;
}

interface WithinStep {
  /** Start of the first step. */
  readonly base: number;
  /** Offsets in each step, in milliseconds from its start. */
  readonly offsets: readonly number[];
}

/** An hour may name its minutes, and a minute its seconds. */
function withinStep(
  { frequency, minutes, seconds }: RecurrenceRule,
  start: number,
  timeZone: string,
): WithinStep {
  const wall = wallAt(start, timeZone);
  if (frequency === "HOURLY" && minutes) {
    const rest = wall % MINUTE_MS;
    const offsets = minutes.map((minute) => minute * MINUTE_MS + rest);
    return { base: start - (wall % HOUR_MS), offsets: ascending(offsets) };
  }
  if (frequency === "MINUTELY" && seconds)
    return {
      base: start - (wall % MINUTE_MS),
      offsets: ascending(seconds.map((one) => one * 1000)),
    };
  return { base: start, offsets: [0] };
}

function ascending(numbers: readonly number[]): readonly number[] {
  return [...new Set(numbers)].toSorted((one, other) => one - other);
}

function isShown(rule: RecurrenceRule, at: number, timeZone: string): boolean {
  const wall = wallAt(at, timeZone);
  const time = new Date(wall);
  const { hours, minutes, seconds } = rule;
  if (!isOnDay(rule, Math.floor(wall / DAY_MS))) return false;
  if (hours && !hours.includes(time.getUTCHours())) return false;
  if (minutes && !minutes.includes(time.getUTCMinutes())) return false;
  return !seconds || seconds.includes(time.getUTCSeconds());
}
