import { memoize } from "../clock/memoize.ts";
import { withFrenchOrdinal } from "./french-ordinal.ts";
import { toLocalTime } from "../clock/local-time.ts";
import { DAY_MS, dayAt, toDate } from "../clock/calendar.ts";

export interface Description {
  readonly timeZone: string;
  readonly now?: number | undefined;
  readonly locale?: string | undefined;
  readonly isDateOnly?: boolean | undefined;
}

/** "tomorrow 09:00", "Thu 3 Dec 09:00", and with its year where that is not this one. */
export function describeMoment(at: number, description: Description): string {
  const { timeZone, isDateOnly } = description;
  const day = describeDate(at, description);
  return isDateOnly ? day : `${day} ${toLocalTime(at, timeZone).time}`;
}

function describeDate(at: number, { timeZone, now, locale = "en" }: Description): string {
  const day = dayAt(at, timeZone);
  const today = now === undefined ? undefined : dayAt(now, timeZone);
  if (today !== undefined && Math.abs(day - today) <= 1) return nearDay(day - today, locale);
  const isThisYear = today !== undefined && toDate(day).year === toDate(today).year;
  const language = locale === "en" ? "en-GB" : locale;
  const format = isThisYear ? dayFormat(language) : yearFormat(language);
  return withFrenchOrdinal(format.format(day * DAY_MS).replaceAll(",", ""), language);
}

const PARTS = { timeZone: "UTC", weekday: "short", day: "numeric", month: "short" } as const;

const dayFormat = memoize((language: string) => new Intl.DateTimeFormat(language, PARTS));
const yearFormat = memoize(
  (language: string) => new Intl.DateTimeFormat(language, { ...PARTS, year: "numeric" }),
);

/** "tomorrow", "yesterday". */
function nearDay(days: number, locale: string): string {
  return relativeFormat(locale).format(days, "day");
}

const relativeFormat = memoize(
  (locale: string) => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }),
);
