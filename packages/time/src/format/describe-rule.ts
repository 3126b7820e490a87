import { parseRule, type RecurrenceRule, type RuleWeekday } from "../recur/parse-rule.ts";

const UNITS = {
  MINUTELY: "minute",
  HOURLY: "hour",
  DAILY: "day",
  WEEKLY: "week",
  MONTHLY: "month",
  YEARLY: "year",
} as const;

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const LIST = new Intl.ListFormat("en", { type: "conjunction" });
const ORDINAL = new Intl.PluralRules("en", { type: "ordinal" });
const SUFFIXES: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd" };
const MONTH = new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" });

/** Describes the body of an RRULE in English: "every 2 weeks on Monday and Thursday, 10 times". */
export function describeRule(text: string): string {
  const rule = parseRule(text);
  const parts = [
    frequencyOf(rule),
    onDays(rule),
    at(rule),
    rule.months && `in ${LIST.format(rule.months.map(monthName))}`,
  ];
  return [parts.filter(Boolean).join(" "), endOf(rule)].filter(Boolean).join(", ");
}

function frequencyOf({ frequency, interval, weekdays }: RecurrenceRule): string {
  const unit = UNITS[frequency];
  if (interval > 1) return `every ${interval} ${unit}s`;
  const isByWeekday = frequency === "WEEKLY" && weekdays;
  return isByWeekday ? "every" : `every ${unit}`;
}

function onDays(rule: RecurrenceRule): string | undefined {
  const { frequency, interval, weekdays, monthDays, yearDays, places } = rule;
  const nths = places?.map((place) => nth(place));
  const days = [
    ...(monthDays ? [`the ${LIST.format(monthDays.map(nth))}`] : []),
    ...(yearDays ? [`the ${LIST.format(yearDays.map(nth))} day of the year`] : []),
    ...(weekdays ? [LIST.format(weekdays.map(nameOf))] : []),
  ].join(", if it is a ");
  if (days === "") return undefined;
  if (nths) return `on the ${LIST.format(nths)} of ${days}`;
  return frequency === "WEEKLY" && interval === 1 ? days : `on ${days}`;
}

function nameOf({ weekday, nth: place }: RuleWeekday): string {
  const name = DAYS[weekday] ?? "";
  return place === undefined ? name : `the ${nth(place)} ${name}`;
}

/** "3rd", "last", "2nd to last". */
function nth(place: number): string {
  if (place === -1) return "last";
  const size = Math.abs(place);
  const words = `${size}${SUFFIXES[ORDINAL.select(size)] ?? "th"}`;
  return place < 0 ? `${words} to last` : words;
}

function at({ hours, minutes }: RecurrenceRule): string | undefined {
  if (hours)
    return `at ${LIST.format(
      hours.flatMap((hour) => (minutes ?? [0]).map((minute) => `${pad(hour)}:${pad(minute)}`)),
    )}`;
  return minutes && `at minute ${LIST.format(minutes.map(String))}`;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}

function monthName(month: number): string {
  return MONTH.format(Date.UTC(2000, month, 1));
}

function endOf({ count, until }: RecurrenceRule): string | undefined {
  if (count !== undefined) return count === 1 ? "once" : `${count} times`;
  if (until === undefined) return undefined;
  return `until ${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`;
}
