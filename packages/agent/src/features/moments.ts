import type { Moment } from "@reeve/operations/fields";
import { Fault } from "@reeve/sdk";
import { toInstant, toLocalTime } from "when-in-words/local-time";
import { parseMoment } from "when-in-words";

export interface Now {
  /** Unix milliseconds. */
  readonly now: number;
  readonly timeZone: string;
}

/** The moment that words name; `invalid` where they name none. */
export function readMoment(words: string, now: Now): Omit<Moment, "text"> {
  const moment = parseMoment(words, now);
  if (moment) return moment;
  throw new Fault("invalid", `Cannot read "${words}" as a date.`, {
    hint: `Use ISO 8601 in the person's time zone, such as "${isoOf(now.now, now)}" for the current time (${now.timeZone}).`,
  });
}

/** The day that words name, where only a day is meant, from its beginning. */
export function readDue(words: string, now: Now): Omit<Moment, "text"> {
  const moment = readMoment(words, now);
  return moment.isDateOnly ? { ...moment, at: startOfDay(moment.at, now.timeZone) } : moment;
}

/** When the day of a moment began. */
export function startOfDay(at: number, timeZone: string): number {
  return toInstant(Date.parse(`${toLocalTime(at, timeZone).date}T00:00:00Z`), timeZone);
}

/** When the day after that of a moment begins. */
export function endOfDay(at: number, timeZone: string): number {
  const { date } = toLocalTime(at, timeZone);
  return toInstant(Date.parse(`${date}T00:00:00Z`) + DAY_MS, timeZone);
}

const DAY_MS = 86_400_000;

/** Adds to a moment what clocks and calendars of the zone show, such as `Thu 2026-12-03 09:00`. */
export function toMoment(
  { at, isDateOnly }: Omit<Moment, "text">,
  { timeZone }: Pick<Now, "timeZone">,
): Moment {
  const { date, time, weekday } = toLocalTime(at, timeZone);
  const day = `${weekday.slice(0, 3)} ${date}`;
  return { at, isDateOnly, text: isDateOnly ? day : `${day} ${time}` };
}

function isoOf(at: number, { timeZone }: Pick<Now, "timeZone">): string {
  const { date, time, utcOffset } = toLocalTime(at, timeZone);
  return `${date}T${time}${utcOffset}`;
}
