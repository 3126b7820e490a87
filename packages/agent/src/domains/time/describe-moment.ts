import { firstInWords } from "../../kernel/first-in-words.ts";
import { toLocalTime } from "../../kernel/local-time.ts";
import { DAY_MS, dayAt, toDate } from "./calendar.ts";
import { keepFormats } from "./keep-formats.ts";

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
  return firstInWords(format.format(day * DAY_MS).replaceAll(",", ""), language);
}

const PARTS = { timeZone: "UTC", weekday: "short", day: "numeric", month: "short" } as const;

const dayFormat = keepFormats(PARTS);
const yearFormat = keepFormats({ ...PARTS, year: "numeric" });

/** "tomorrow", "yesterday". A new format takes some fifty times as long as its use, and few languages are asked for. */
const relatives = new Map<string, Intl.RelativeTimeFormat>();

function nearDay(days: number, locale: string): string {
  const format = relatives.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  relatives.set(locale, format);
  return format.format(days, "day");
}
