import { toLocalTime } from "../../kernel/local-time.ts";
import { DAY_MS, dayAt, toDate } from "./calendar.ts";

export interface Description {
  readonly timeZone: string;
  readonly now?: number | undefined;
  readonly locale?: string | undefined;
}

/** "tomorrow 09:00", "Thu 3 Dec 09:00", and with its year where that is not this one. */
export function describeMoment(at: number, { timeZone, now, locale = "en" }: Description): string {
  const { time } = toLocalTime(at, timeZone);
  const day = dayAt(at, timeZone);
  const today = now === undefined ? undefined : dayAt(now, timeZone);
  if (today !== undefined && Math.abs(day - today) <= 1)
    return `${new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(day - today, "day")} ${time}`;
  const isThisYear = today !== undefined && toDate(day).year === toDate(today).year;
  const language = locale === "en" ? "en-GB" : locale;
  const format = isThisYear ? dayFormat(language) : yearFormat(language);
  return `${format.format(day * DAY_MS).replaceAll(",", "")} ${time}`;
}

const PARTS = { timeZone: "UTC", weekday: "short", day: "numeric", month: "short" } as const;

const dayFormat = keepFormats(PARTS);
const yearFormat = keepFormats({ ...PARTS, year: "numeric" });

/** A new one takes some fifty times as long as its use, and few languages are asked for. */
function keepFormats(
  options: Intl.DateTimeFormatOptions,
): (language: string) => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (language) => {
    const known = formats.get(language);
    if (known) return known;
    const format = new Intl.DateTimeFormat(language, options);
    formats.set(language, format);
    return format;
  };
}
