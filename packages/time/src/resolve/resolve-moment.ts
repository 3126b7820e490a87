import { toInstant, toLocalTime } from "../clock/local-time.ts";
import { DAY_MS, dayAt } from "../clock/calendar.ts";
import type { Draft } from "../read/draft.ts";
import { resolveDays } from "./resolve-days.ts";
import { resolveDurations } from "./resolve-durations.ts";
import { DEFAULT_MINUTE, resolveTime } from "./resolve-time.ts";

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const LAST_MINUTE = 24 * 60 - 1;

export interface Resolved {
  readonly at: number;
  readonly isDateOnly: boolean;
}

/** Returns the moment that a draft means; undefined if it means none, or more than one. */
export function resolveMoment(
  draft: Draft,
  { now, timeZone: own }: { readonly now: number; readonly timeZone: string },
): Resolved | undefined {
  const timeZone = draft.zone ?? own;
  const minute = resolveTime(draft);
  if (minute === null || draft.every) return undefined;
  const today = dayAt(now, timeZone);
  const named = NAMING_DAYS.filter((name) => draft[name] !== undefined);
  if (draft.lengths) {
    const isFromDay = named.every((name) => name === "day");
    const start = { now, timeZone, day: draft.day, minute };
    return isFromDay ? resolveDurations(draft.lengths, start) : undefined;
  }
  const namesDay = named.length > 0;
  if (!namesDay && minute === undefined) return undefined;

  const isDateOnly = minute === undefined;
  const days = resolveDays(draft, today).filter(
    (day) => !(isDateOnly && isWeekdayToday(draft, day, today)),
  );
  const [likeliest] = days;
  if (likeliest === undefined) return undefined;
  const momentOf = (day: number) =>
    toInstant(day * DAY_MS + (minute ?? DEFAULT_MINUTE) * MINUTE_MS, timeZone);
  const isStillToday = draft.day === 0 || (isDateOnly && likeliest === today);
  if (isStillToday && likeliest === today && momentOf(today) <= now)
    return laterToday(draft, { now, timeZone, today, minute, isDateOnly });
  const day = days.find((one) => momentOf(one) > now) ?? likeliest;
  return { at: momentOf(day), isDateOnly };
}

const NAMING_DAYS = ["day", "weekdays", "period", "edge", "nth", "monthDays"] as const;

/** Checks whether a draft is today's weekday without a time: "Friday" on a Friday means another one. */
function isWeekdayToday(draft: Draft, day: number, today: number): boolean {
  return (
    day === today &&
    draft.weekdays !== undefined &&
    draft.monthDays === undefined &&
    draft.nth === undefined &&
    draft.day === undefined
  );
}

interface Later {
  readonly now: number;
  readonly timeZone: string;
  readonly today: number;
  readonly minute: number | undefined;
  readonly isDateOnly: boolean;
}

/** Resolves a time of today that has passed: the next full hour, eight in the evening, or the past. */
function laterToday(draft: Draft, { now, timeZone, today, minute, isDateOnly }: Later): Resolved {
  const at = (day: number, minutes: number) =>
    toInstant(day * DAY_MS + minutes * MINUTE_MS, timeZone);
  if (!draft.clock) {
    const [hour = "0"] = toLocalTime(now, timeZone).time.split(":");
    const next = Math.min((Number(hour) + 1) * HOUR_MINUTES, LAST_MINUTE);
    const isOver = draft.part !== undefined && next > endOf(draft.part);
    const named = at(today, minute ?? DEFAULT_MINUTE);
    return { at: isOver ? named : at(today, next), isDateOnly };
  }
  const named = minute ?? 0;
  if (draft.part === "night" && named < 6 * HOUR_MINUTES)
    return { at: at(today + 1, named), isDateOnly };
  const evening = at(today, named + 12 * HOUR_MINUTES);
  const mayBeEvening = !draft.clock.isExact && !draft.part && named < 12 * HOUR_MINUTES;
  return { at: mayBeEvening && evening > now ? evening : at(today, named), isDateOnly };
}

function endOf(part: NonNullable<Draft["part"]>): number {
  if (part === "morning" || part === "forenoon" || part === "am") return 12 * HOUR_MINUTES;
  if (part === "noon") return 14 * HOUR_MINUTES;
  return part === "afternoon" ? 18 * HOUR_MINUTES : LAST_MINUTE;
}
