/** Named part of the day. `am` and `pm` only select the half of the day for an hour. */
export type Part =
  | "am"
  | "pm"
  | "morning"
  | "forenoon"
  | "noon"
  | "afternoon"
  | "evening"
  | "night"
  | "midnight"
  | "close";

export type Unit =
  | "second"
  | "minute"
  | "hour"
  | "day"
  | "week"
  | "weekend"
  | "month"
  | "quarter"
  | "year";

/** `next` is in the calendar week, month or year after this one, `coming` the first from now on. */
export type Which = "last" | "this" | "coming" | "next" | "after-next";

export type Role =
  /** No meaning of its own: "the", "of". */
  | "filler"
  /** Before a length of time from now: "in", "через". */
  | "in"
  /** Before or after a length of time that has passed: "ago", "vor". */
  | "ago"
  /** After a length of time from now: "later", "from now". */
  | "later"
  /** Before a time of day: "at", "um". */
  | "at"
  /** Before a day of the month: "am", "el". */
  | "on"
  /** After a day of the month: "числа". */
  | "date"
  /** After an hour: "o'clock", "Uhr". */
  | "hour"
  /** Between minutes and the hour before them: "past", "nach". */
  | "past"
  /** Between minutes and the hour after them, or before both: "to", "vor", "без". */
  | "to"
  /** Between an hour and the minutes that are added to it: "y". */
  | "plus"
  /** Between an hour and the minutes that are taken from it: "menos". */
  | "minus"
  /** Between values that both apply. */
  | "and"
  /** Between alternatives of which only one applies. */
  | "or"
  | "every"
  /** Every second one: "other". */
  | "other"
  /** Half a unit more: "and a half". */
  | "and-half"
  /** Each of Monday to Friday. */
  | "workdays";

/** Possible meaning of a word or phrase; the reader takes what fits. */
export interface Meaning {
  readonly number?: number;
  readonly ordinal?: number;
  /** Days from today. */
  readonly day?: number;
  /** Sunday is 0. */
  readonly weekday?: number;
  /** January is 0. */
  readonly month?: number;
  readonly unit?: Unit;
  /** A length of time in one word, such as "fortnight". */
  readonly length?: Length;
  readonly part?: Part;
  readonly which?: Which;
  readonly edge?: "start" | "middle" | "end";
  /** Minutes of an hour: half, a quarter. */
  readonly minutes?: number;
  /** Minutes of the hour before the one that follows: "halb neun" is 8:30. */
  readonly shortOf?: number;
  /** The hour that ends there: "половина девятого". */
  readonly hourOf?: number;
  readonly clock?: Clock;
  readonly every?: Length;
  readonly zone?: string;
  readonly date?: CalendarDate;
  readonly roles?: readonly Role[];
  /** More specific than a number: "Uhr" makes 5 the one in the morning. */
  readonly isExact?: boolean;
  /** Counts only if the text contains nothing else, because it has other meanings: "sun". */
  readonly isWeak?: boolean;
}

export interface Length {
  readonly count: number;
  readonly unit: Unit;
}

export interface Clock {
  /** 0 to 24 */
  readonly hour: number;
  readonly minute: number;
  /** On a clock of 24 hours; otherwise 5 may be in the afternoon. */
  readonly isExact: boolean;
}

export interface CalendarDate {
  readonly year?: number | undefined;
  /** January is 0. */
  readonly month: number;
  readonly day: number;
}

/** A piece of a text with what it may mean; without a meaning it is about something else. */
export interface Mark {
  readonly text: string;
  readonly meaning?: Meaning;
}

/** Words for time in one language: a file of `languages/`. Alternatives are separated by `|`. */
export interface Words {
  /** Turns the number before it into an ordinal: the source of a regular expression. */
  readonly ordinalEnding: string;
  /** Meaning of such an ordinal besides its number. */
  readonly ordinalMeaning?: Meaning;
  /** Words by value. */
  readonly numbers: Readonly<Record<string, string>>;
  readonly ordinals?: Readonly<Record<string, string>>;
  /** Names, starting with Sunday. */
  readonly weekdays: readonly string[];
  /** Names, starting with January; empty if months are numbered. */
  readonly months: readonly string[];
  /** A phrase may occur twice; its meanings are merged. */
  readonly phrases: readonly (readonly [phrases: string, meaning: Meaning])[];
}
