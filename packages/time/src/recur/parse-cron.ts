import { RecurrenceError } from "../error.ts";

/** A cron expression of five fields in parts. */
export interface Cron {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly monthDays: readonly number[];
  /** January is 1. */
  readonly months: readonly number[];
  /** Sunday is 0. */
  readonly weekdays: readonly number[];
  /** Whether the hour was left open (`*`, or every second one): then it specifies a rhythm, not a time of day. */
  readonly hasOpenHour: boolean;
  /** Whether a day of the month and a day of the week were both given: then either is enough. */
  readonly isEitherDay: boolean;
}

interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const MINUTE: Field = { name: "minute", min: 0, max: 59 };
const HOUR: Field = { name: "hour", min: 0, max: 23 };
const MONTH_DAY: Field = { name: "day of the month", min: 1, max: 31 };
const MONTH: Field = {
  name: "month",
  min: 1,
  max: 12,
  names: "jan feb mar apr may jun jul aug sep oct nov dec".split(" "),
};
/** Sunday is 0 and 7. */
const WEEKDAY: Field = {
  name: "day of the week",
  min: 0,
  max: 7,
  names: "sun mon tue wed thu fri sat".split(" "),
};

const SHORTHANDS: ReadonlyMap<string, string> = new Map([
  ["@yearly", "0 0 1 1 *"],
  ["@annually", "0 0 1 1 *"],
  ["@monthly", "0 0 1 * *"],
  ["@weekly", "0 0 * * 0"],
  ["@daily", "0 0 * * *"],
  ["@midnight", "0 0 * * *"],
  ["@hourly", "0 * * * *"],
]);

/** Parses a cron expression; a `RecurrenceError` names the field that is wrong. */
export function parseCron(expression: string): Cron {
  const plain = expression.trim().toLowerCase();
  const [minute, hour, monthDay, month, weekday, ...more] = (SHORTHANDS.get(plain) ?? plain).split(
    /\s+/,
  );
  if (!minute || !hour || !monthDay || !month || !weekday || more.length > 0)
    refuse(expression, "it needs five fields.");
  const read = (text: string, field: Field) => readField(text, field, expression);
  return {
    minutes: read(minute, MINUTE),
    hours: read(hour, HOUR),
    monthDays: read(monthDay, MONTH_DAY),
    months: read(month, MONTH),
    weekdays: [...new Set(read(weekday, WEEKDAY).map((day) => day % 7))],
    hasOpenHour: hour.startsWith("*"),
    isEitherDay: !isOpen(monthDay) && !isOpen(weekday),
  };
}

function isOpen(text: string): boolean {
  return text.startsWith("*") || text === "?";
}

function readField(text: string, field: Field, expression: string): readonly number[] {
  const values = text.split(",").flatMap((part) => readPart(part, field, expression));
  return [...new Set(values)].toSorted((one, other) => one - other);
}

const PART = /^(\*|\?|[a-z]{3}|\d{1,2})(?:-([a-z]{3}|\d{1,2}))?(?:\/(\d{1,2}))?$/;

/** "*", "5", "1-5", "mon-fri", and each with a step: "0-30/10". */
function readPart(part: string, field: Field, expression: string): readonly number[] {
  const [, from, to, stepText] = PART.exec(part) ?? [];
  const isAny = from === "*" || from === "?";
  if (from === undefined || (isAny && to !== undefined))
    refuse(expression, `"${part}" is not a valid ${field.name}.`);
  const step = Number(stepText ?? 1);
  const first = isAny ? field.min : toValue(from, field);
  const single = stepText === undefined ? first : field.max;
  const last = isAny ? field.max : lastOf(to, field, single);
  if (first === undefined || last === undefined || last < first || step === 0)
    refuse(expression, `"${part}" is not a valid ${field.name} (${field.min} to ${field.max}).`);
  return Array.from(
    { length: Math.floor((last - first) / step) + 1 },
    (_, index) => first + index * step,
  );
}

function lastOf(
  text: string | undefined,
  field: Field,
  single: number | undefined,
): number | undefined {
  if (text === undefined) return single;
  const value = toValue(text, field);
  return field === WEEKDAY && value === 0 ? 7 : value;
}

function toValue(text: string, { min, max, names }: Field): number | undefined {
  const place = names?.indexOf(text) ?? -1;
  const value = place < 0 ? Number(text) : place + (max === 7 ? 0 : 1);
  return value >= min && value <= max ? value : undefined;
}

function refuse(expression: string, reason: string): never {
  throw new RecurrenceError(
    `"${expression}" is not a valid cron expression: ${reason}`,
    "Write minute, hour, day of the month, month and day of the week, such as 30 8 * * 1-5 for 08:30 from Monday to Friday.",
  );
}
