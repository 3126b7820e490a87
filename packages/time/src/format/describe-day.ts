import { memoize } from "../clock/memoize.ts";
import { withFrenchOrdinal } from "./french-ordinal.ts";
import { DAY_MS, dayAt } from "../clock/calendar.ts";

/** "Monday, 23 November 2026", for the start of a heading. */
export function describeDay(
  at: number,
  { timeZone, locale = "en" }: { readonly timeZone: string; readonly locale?: string | undefined },
): string {
  const language = locale === "en" ? "en-GB" : locale;
  const day = withFrenchOrdinal(fullDay(language).format(dayAt(at, timeZone) * DAY_MS), language);
  return day.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(language));
}

const fullDay = memoize(
  (language: string) => new Intl.DateTimeFormat(language, { timeZone: "UTC", dateStyle: "full" }),
);
