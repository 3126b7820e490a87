import { toInstant } from "../clock/local-time.ts";
import { DAY_MS, dayAt } from "../clock/calendar.ts";
import type { Draft } from "../read/draft.ts";
import { expandRule } from "../recur/expand-rule.ts";
import type { Unit } from "../read/mark.ts";
import { DEFAULT_MINUTE, resolveTime } from "./resolve-time.ts";

const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"] as const;

const FREQUENCIES: Partial<Readonly<Record<Unit, string>>> = {
  minute: "MINUTELY",
  hour: "HOURLY",
  day: "DAILY",
  week: "WEEKLY",
  month: "MONTHLY",
  year: "YEARLY",
};

export interface Repeated {
  readonly rule: string;
  readonly at?: number;
}

/** Returns the rule that a draft means, and its first moment where a day or a time is named. */
export function toRecurrence(
  said: Draft,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): Repeated | undefined {
  const named = resolveTime(said);
  const draft = named === END_OF_DAY ? fromTheNextDay(said) : said;
  const minute = named === END_OF_DAY ? 0 : named;
  const rule = draft && toRule(draft);
  if (!rule || minute === null || draft.zone) return undefined;
  const isRhythm = /^FREQ=(?:HOURLY|MINUTELY)/.test(rule);
  if (isRhythm) return minute === undefined ? { rule } : undefined;
  const namesDay = [draft.weekdays, draft.monthDays, draft.edge].some((one) => one !== undefined);
  if (!namesDay && minute === undefined) return { rule };

  const wall = dayAt(now, timeZone) * DAY_MS + (minute ?? DEFAULT_MINUTE) * 60_000;
  const today = toInstant(wall, timeZone);
  const start = namesDay || today > now ? today : toInstant(wall + DAY_MS, timeZone);
  // "Every other Monday" starts with the coming one.
  const each = rule.replace(/;INTERVAL=\d+/, "");
  const at = expandRule(each, { start, after: Math.max(now, start - 1), timeZone });
  return at === undefined ? undefined : { rule, at };
}

const END_OF_DAY = 24 * 60;

/** Moves midnight to the next day, because it ends its day: on Fridays it is when Saturday begins. */
function fromTheNextDay(draft: Draft): Draft | undefined {
  const { weekdays, monthDays, edge, nth } = draft;
  if (monthDays || edge || nth !== undefined) return undefined;
  return weekdays ? { ...draft, weekdays: weekdays.map((day) => (day + 1) % 7) } : draft;
}

function toRule(draft: Draft): string | undefined {
  const { every, nth, period, day, lengths, which } = draft;
  const isOfMonth = !every && nth !== undefined && period?.unit === "month" && period.shift === 0;
  const { count, unit } = every ?? (isOfMonth ? MONTHLY : NEVER);
  const frequency = FREQUENCIES[unit];
  const isElsewhere = day !== undefined || lengths || (which && which !== "this");
  if (!frequency || !Number.isInteger(count) || count < 1 || isElsewhere) return undefined;
  const limits = limitsOf(draft, unit);
  if (!limits) return undefined;
  const parts = [`FREQ=${frequency}`, ...(count > 1 ? [`INTERVAL=${count}`] : []), ...limits];
  return parts.join(";");
}

const MONTHLY = { count: 1, unit: "month" } as const;
const NEVER = { count: 0, unit: "month" } as const;

/** Returns the limits within a year, month or week; undefined if the words do not fit together. */
function limitsOf(draft: Draft, unit: Unit): readonly string[] | undefined {
  const { weekdays, monthDays, month, edge, nth, year } = draft;
  if (year !== undefined) return undefined;
  const months = month === undefined ? [] : [`BYMONTH=${month + 1}`];
  if (unit === "year" && month !== undefined) return withDays(months, draft);
  if (month !== undefined) return undefined;
  if (unit === "month") return withDays([], draft);
  if (monthDays || edge || nth !== undefined) return undefined;
  if (!weekdays) return [];
  return unit === "week" || unit === "day" ? [`BYDAY=${namesOf(weekdays, "")}`] : undefined;
}

function withDays(
  months: readonly string[],
  { weekdays, monthDays, edge, nth }: Draft,
): readonly string[] | undefined {
  if (weekdays)
    return nth === undefined || monthDays
      ? undefined
      : [...months, `BYDAY=${namesOf(weekdays, String(nth))}`];
  if (monthDays)
    return [...months, `BYMONTHDAY=${monthDays.toSorted((one, other) => one - other).join(",")}`];
  if (edge === "middle") return [...months, "BYMONTHDAY=15"];
  if (edge) return [...months, `BYMONTHDAY=${edge === "end" ? -1 : 1}`];
  return months.length > 0 ? undefined : [];
}

/** Returns weekday names, starting with Monday. */
function namesOf(weekdays: readonly number[], nth: string): string {
  const ordered = weekdays.toSorted((one, other) => ((one + 6) % 7) - ((other + 6) % 7));
  return ordered.map((weekday) => `${nth}${WEEKDAYS[weekday] ?? ""}`).join(",");
}
