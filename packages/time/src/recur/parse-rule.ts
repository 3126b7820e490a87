import { RecurrenceError } from "../error.ts";

const FREQUENCIES = ["MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;
const WEEKDAYS: readonly string[] = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

export type Frequency = (typeof FREQUENCIES)[number];

/** An RRULE (RFC 5545) in parts; what it does not limit is undefined. */
export interface RecurrenceRule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count: number | undefined;
  /** End as written: a day, a local time, or an instant. */
  readonly until: string | undefined;
  /** January is 0. */
  readonly months: readonly number[] | undefined;
  /** Negative from the end. */
  readonly monthDays: readonly number[] | undefined;
  readonly yearDays: readonly number[] | undefined;
  readonly weekdays: readonly RuleWeekday[] | undefined;
  readonly hours: readonly number[] | undefined;
  readonly minutes: readonly number[] | undefined;
  readonly seconds: readonly number[] | undefined;
  readonly places: readonly number[] | undefined;
  /** Sunday is 0. */
  readonly weekStart: number;
}

export interface RuleWeekday {
  /** Sunday is 0. */
  readonly weekday: number;
  /** Which one of the month or year, negative from its end; undefined means each. */
  readonly nth: number | undefined;
}

/** Parses the body of an RRULE; throws a `RecurrenceError` that describes the problem. */
export function parseRule(text: string): RecurrenceRule {
  const problem = findRuleProblem(text);
  if (problem !== undefined)
    throw new RecurrenceError(
      `"${text}" is not a valid recurrence rule: ${problem}`,
      "Write the body of an RRULE, such as FREQ=WEEKLY;BYDAY=MO,TH or FREQ=MONTHLY;BYDAY=-1FR.",
    );
  const parts = new Map(partsOf(text));
  const numbers = (name: string) => parts.get(name)?.split(",").map(Number);
  return {
    frequency: FREQUENCIES.find((one) => one === parts.get("FREQ")) ?? "DAILY",
    interval: numbers("INTERVAL")?.[0] ?? 1,
    count: numbers("COUNT")?.[0],
    until: parts.get("UNTIL"),
    months: numbers("BYMONTH")?.map((month) => month - 1),
    monthDays: numbers("BYMONTHDAY"),
    yearDays: numbers("BYYEARDAY"),
    weekdays: parts.get("BYDAY")?.split(",").map(toWeekday),
    hours: numbers("BYHOUR"),
    minutes: numbers("BYMINUTE"),
    seconds: numbers("BYSECOND"),
    places: numbers("BYSETPOS"),
    weekStart: WEEKDAYS.indexOf(parts.get("WKST") ?? "MO"),
  };
}

/** Returns why a text is no RRULE that can be expanded here; undefined if it is one. */
export function findRuleProblem(text: string): string | undefined {
  const parts = partsOf(text);
  const names = parts.map(([name]) => name);
  if (!names.includes("FREQ")) return `FREQ must be one of ${FREQUENCIES.join(", ")}.`;
  if (new Set(names).size < names.length) return "it names a part twice.";
  if (names.includes("COUNT") && names.includes("UNTIL")) return "it has both COUNT and UNTIL.";
  for (const [name, value] of parts) {
    const fits = CHECKS[name];
    if (!fits) return `${name || "an empty part"} is not supported.`;
    const wrong = value.split(",").find((one) => !fits(one));
    if (wrong !== undefined || (SINGLE.includes(name) && value.includes(",")))
      return `${name} has ${wrong ?? value}, which is out of range.`;
  }
  return undefined;
}

function partsOf(text: string): readonly (readonly [name: string, value: string])[] {
  const parts = text.trim().toUpperCase().replace(/;$/, "").split(";");
  return parts.map((part) => {
    const [name = "", ...value] = part.split("=");
    return [name.trim(), value.join("=").trim()] as const;
  });
}

const SINGLE: readonly string[] = ["FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST"];
const WEEKDAY = /^([+-]?(?:[1-9]|[1-4]\d|5[0-3]))?(SU|MO|TU|WE|TH|FR|SA)$/;

const CHECKS: Readonly<Record<string, (value: string) => boolean>> = {
  FREQ: (value) => FREQUENCIES.some((one) => one === value),
  INTERVAL: isWithin(1, 100_000),
  COUNT: isWithin(1, 10_000),
  UNTIL: (value) =>
    /^\d{4}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])(?:T[0-2]\d[0-5]\d[0-5]\dZ?)?$/.test(value),
  BYMONTH: isWithin(1, 12),
  BYMONTHDAY: isAround(31),
  BYYEARDAY: isAround(366),
  BYDAY: (value) => WEEKDAY.test(value),
  BYHOUR: isWithin(0, 23),
  BYMINUTE: isWithin(0, 59),
  BYSECOND: isWithin(0, 59),
  BYSETPOS: isAround(366),
  WKST: (value) => WEEKDAYS.includes(value),
};

function isWithin(least: number, most: number): (value: string) => boolean {
  return (value) => /^[+-]?\d+$/.test(value) && Number(value) >= least && Number(value) <= most;
}

function isAround(most: number): (value: string) => boolean {
  const isNear = isWithin(-most, most);
  return (value) => isNear(value) && Number(value) !== 0;
}

function toWeekday(value: string): RuleWeekday {
  const [, nth, name = ""] = WEEKDAY.exec(value) ?? [];
  return { weekday: WEEKDAYS.indexOf(name), nth: nth === undefined ? undefined : Number(nth) };
}
