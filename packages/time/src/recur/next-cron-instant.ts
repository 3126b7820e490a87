import { offsetAt, toInstant } from "../clock/local-time.ts";
import { DAY_MS, toDate } from "../clock/calendar.ts";
import { type Cron, parseCron } from "./parse-cron.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** 29 February may be eight years away. */
const DAYS_AHEAD = 8 * 366 + 1;

/** Returns the next instant after `after` that a cron expression names by the clocks of a zone. */
export function nextCronInstant(
  expression: string,
  { after, timeZone }: { readonly after: number; readonly timeZone: string },
): number | undefined {
  const cron = parseCron(expression);
  const isAfter = (instant: number) => instant > after;
  const lowest = Math.min(offsetAt(after, timeZone), offsetAt(after - DAY_MS, timeZone));
  const first = Math.floor((after + lowest) / DAY_MS);
  for (let day = first; day < first + DAYS_AHEAD; day++) {
    const found = instantsOf(cron, day, timeZone).find(isAfter);
    if (found === undefined) continue;
    // If the clocks skip midnight, a day's last time may come after the first of the next day.
    const rival = instantsOf(cron, day + 1, timeZone).find(isAfter);
    return rival === undefined ? found : Math.min(found, rival);
  }
  return undefined;
}

function instantsOf(cron: Cron, day: number, timeZone: string): readonly number[] {
  if (!isOnDay(cron, day)) return [];
  const walls = cron.hours.flatMap((hour) =>
    cron.minutes.map((minute) => day * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS),
  );
  const before = offsetAt((day - 1) * DAY_MS, timeZone);
  const after = offsetAt((day + 2) * DAY_MS, timeZone);
  if (before === after) return walls.map((wall) => wall - before);
  const instants = cron.hasOpenHour
    ? walls.flatMap((wall) => shownAt(wall, [before, after], timeZone))
    : walls.map((wall) => toInstant(wall, timeZone));
  return instants.toSorted((one, other) => one - other);
}

/** All instants at which the clocks show a time: none where it is skipped, two where it comes twice. */
function shownAt(wall: number, offsets: readonly number[], timeZone: string): readonly number[] {
  const instants = [...new Set(offsets)].map((offset) => wall - offset);
  return instants.filter((instant) => instant + offsetAt(instant, timeZone) === wall);
}

function isOnDay({ months, monthDays, weekdays, isEitherDay }: Cron, day: number): boolean {
  const date = toDate(day);
  if (!months.includes(date.month + 1)) return false;
  const isMonthDay = monthDays.includes(date.day);
  const isWeekday = weekdays.includes(date.weekday);
  return isEitherDay ? isMonthDay || isWeekday : isMonthDay && isWeekday;
}
