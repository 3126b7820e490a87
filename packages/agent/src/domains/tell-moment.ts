import { toLocalTime } from "../kernel/local-time.ts";

/** "at 14:05" on the same day, else "on 2026-11-23 at 00:00"; with the time zone. */
export function tellMoment(
  at: number,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): string {
  // Rounded up: at the minute that is told it holds.
  const { date, time } = toLocalTime(Math.ceil(at / MINUTE_MS) * MINUTE_MS, timeZone);
  const today = toLocalTime(now, timeZone).date;
  return `${date === today ? "" : `on ${date} `}at ${time} (${timeZone})`;
}

const MINUTE_MS = 60_000;
