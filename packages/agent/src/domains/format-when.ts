import { memoize } from "../kernel/memoize.ts";
import type { Language } from "../kernel/languages.ts";
import { withFrenchOrdinal } from "when-in-words/french-ordinal";
import { toLocalTime } from "when-in-words/local-time";
import { texts } from "../platform/texts.ts";

/** Language and clock in which a moment is formatted. */
export interface MomentView {
  /** Unix milliseconds. */
  readonly now: number;
  readonly timeZone: string;
  /** Without it, English with the date in digits, as stored in reasons. */
  readonly language?: Language | undefined;
}

/** "at 14:05" on the same day, else "on 2026-11-23 at 00:00"; with the time zone. */
export function formatWhen(at: number, { now, timeZone, language = "en" }: MomentView): string {
  // Round up, so that the statement holds at the minute it names.
  const { date, time } = toLocalTime(Math.ceil(at / MINUTE_MS) * MINUTE_MS, timeZone);
  const isToday = date === toLocalTime(now, timeZone).date;
  const { today, later } = texts(language).moments;
  if (isToday) return today({ time, zone: timeZone });
  return later({ date: inWords(date, language), time, zone: timeZone });
}

const MINUTE_MS = 60_000;

/** "2026-11-23" → "23. November", with its article where that hangs on the day: "l’8 novembre"; in English it stays as it is. */
function inWords(date: string, language: Language): string {
  if (language === "en") return date;
  const day = withFrenchOrdinal(
    dayFormat(language).format(Date.parse(`${date}T00:00:00Z`)),
    language,
  );
  if (language !== "it") return day;
  return /^(?:8|11) /.test(day) ? `l’${day}` : `il ${day}`;
}

const dayFormat = memoize(
  (language: Language) =>
    new Intl.DateTimeFormat(language, { timeZone: "UTC", day: "numeric", month: "long" }),
);
