import { memoize } from "./memoize.ts";

/** A moment as clocks in one place show it. */
export interface LocalTime {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:MM`, 24 hours. */
  readonly time: string;
  /** Name in English. */
  readonly weekday: string;
  /** `+05:30` */
  readonly utcOffset: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WEEKDAYS = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;

/** Returns the time that clocks in `timeZone` (IANA name or `+03:00`) show at `instant`, in Unix milliseconds. */
export function toLocalTime(instant: number, timeZone: string): LocalTime {
  const offset = offsetAt(instant, timeZone);
  const wall = new Date(instant + offset);
  const written = wall.toISOString();
  return {
    date: written.slice(0, 10),
    time: written.slice(11, 16),
    weekday: WEEKDAYS[wall.getUTCDay()] ?? "",
    utcOffset: formatOffset(offset),
  };
}

/**
 * Returns the instant at which clocks in `timeZone` show `wall`, which is written as if it were UTC. A time
 * that occurs twice means its first; a skipped time is moved forward by as much as the clocks.
 */
export function toInstant(wall: number, timeZone: string): number {
  const before = offsetAt(wall - DAY_MS, timeZone);
  const after = offsetAt(wall + DAY_MS, timeZone);
  const fitting = [before, after].find((offset) => offsetAt(wall - offset, timeZone) === offset);
  return wall - (fitting ?? before);
}

/** Returns the offset of clocks in `timeZone` from UTC at `instant`, in milliseconds. */
export function offsetAt(instant: number, timeZone: string): number {
  const minute = Math.floor(instant / MINUTE_MS);
  const known = offsetsOf(timeZone);
  const before = known.get(minute);
  if (before !== undefined) return before;
  const offset = lookUpOffset(instant, timeZone);
  if (known.size >= MAX_MINUTES) known.clear();
  if (instant >= SINCE_1980) known.set(minute, offset);
  return offset;
}

const SINCE_1980 = Date.UTC(1980, 0);

/** Offsets of a time zone by minute. Since 1980 all clocks change at a full minute. */
const offsetsOf = memoize((_timeZone: string) => new Map<number, number>());

/** So many minutes of a time zone are remembered: those of the last messages. */
const MAX_MINUTES = 64;

function lookUpOffset(instant: number, timeZone: string): number {
  const text = formatOf(timeZone).format(instant);
  const match = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text);
  if (!match) return 0;
  const [, sign, hours, minutes, seconds = 0] = match;
  const size =
    Number(hours) * 60 * MINUTE_MS + Number(minutes) * MINUTE_MS + Number(seconds) * 1000;
  return sign === "-" ? -size : size;
}

/** Cached formats; only a few time zones are used. */
const formatOf = memoize(
  (timeZone: string) => new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }),
);

function formatOffset(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / MINUTE_MS);
  return `${offset < 0 ? "-" : "+"}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
