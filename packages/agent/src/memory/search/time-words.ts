import { languagesWith } from "../../kernel/languages.ts";
import type { Term } from "../../kernel/text/term-matcher.ts";

/** Meaning of a word about time. */
export type TimeWord =
  /** Month, starting at 0. */
  | { readonly type: "month"; readonly month: number }
  /** Weekday, starting at 0 for Sunday. */
  | { readonly type: "weekday"; readonly weekday: number }
  | { readonly type: "ago"; readonly unit: Unit; readonly ago: number };

type Unit = (typeof UNITS)[number];

const UNITS = ["day", "week", "month", "year"] as const;

/** Maximum count written as "10 days ago". */
const MAX_AGO = 10;

/** Cases that follow "in" and that no calendar shows. */
const LOCATIVES: Readonly<Record<string, readonly [ending: RegExp, locative: string]>> = {
  ru: [/[яа]$/, "е"],
  uk: [/[яа]$/, "і"],
  pl: [/a$/, "u"],
};

/** Returns the words for days, months and spans of time, as the runtime's own calendars write them. */
export function* timeWords(): Generator<Term<TimeWord>> {
  for (const language of languagesWith("calendar")) {
    yield* monthsOf(language);
    yield* weekdaysOf(language);
    yield* spansOf(language);
  }
}

function* monthsOf(language: string): Generator<Term<TimeWord>> {
  const alone = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" });
  const withDay = new Intl.DateTimeFormat(language, {
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });
  const [ending, locative = ""] = LOCATIVES[language] ?? [];
  for (let month = 0; month < 12; month++) {
    const date = Date.UTC(2023, month, 1);
    const inDate = withDay.formatToParts(date).find(({ type }) => type === "month")?.value ?? "";
    const forms = new Set([alone.format(date), inDate]);
    if (ending) forms.add(inDate.replace(ending, locative));
    for (const text of forms)
      if (/\p{L}/u.test(text)) yield { text, value: { type: "month", month } };
  }
}

function* weekdaysOf(language: string): Generator<Term<TimeWord>> {
  const format = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
  for (let weekday = 0; weekday < 7; weekday++) {
    // The first of January 2023 was a Sunday.
    const text = format.format(Date.UTC(2023, 0, 1 + weekday));
    yield { text, value: { type: "weekday", weekday } };
  }
}

function* spansOf(language: string): Generator<Term<TimeWord>> {
  const counted = new Intl.RelativeTimeFormat(language, { numeric: "always" });
  const named = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const unit of UNITS) {
    for (let ago = 0; ago <= MAX_AGO; ago++) {
      const texts = new Set([named.format(-ago, unit), counted.format(-ago, unit)]);
      for (const text of texts) yield { text, value: { type: "ago", unit, ago } };
    }
  }
}
