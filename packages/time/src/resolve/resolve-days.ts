import {
  firstOfMonth,
  lastOfMonth,
  mondayOf,
  nthWeekday,
  toDate,
  toDay,
} from "../clock/calendar.ts";
import type { Draft, Period } from "../read/draft.ts";

const MONTHS_AHEAD = 13;
/** 29 February may be eight years away. */
const YEARS_AHEAD = 9;

/** Returns the days that a draft may mean, the likeliest first; empty if there is no such day. */
export function resolveDays(draft: Draft, today: number): readonly number[] {
  const days = daysOf(draft, today);
  const [weekday, ...more] = draft.weekdays ?? [];
  if (more.length > 0 || (draft.monthDays?.length ?? 0) > 1) return [];
  const isChecked = weekday !== undefined && (draft.monthDays || draft.day !== undefined);
  return isChecked ? days.filter((day) => toDate(day).weekday === weekday) : days;
}

function daysOf(draft: Draft, today: number): readonly number[] {
  const { day, monthDays, weekdays, edge, nth } = draft;
  const [weekday] = weekdays ?? [];
  if (day !== undefined) return monthDays || draft.period ? [] : [today + day];
  if (edge) return edgeDays(draft, today);
  if (nth !== undefined && weekday !== undefined) return nthDays(draft, today, { nth, weekday });
  if (monthDays?.[0] !== undefined) return dateDays(draft, today, monthDays[0]);
  if (draft.period) return periodDays(draft, draft.period, today);
  return weekday === undefined ? [today, today + 1] : weekdayDays(draft, today, weekday);
}

function weekdayDays({ which }: Draft, today: number, weekday: number): readonly number[] {
  const monday = mondayOf(today);
  const place = (weekday + 6) % 7;
  if (which === "next") return [monday + 7 + place];
  if (which === "after-next") return [monday + 14 + place];
  const ahead = today + ((weekday - toDate(today).weekday + 7) % 7);
  return which === "last" ? [ahead - 7] : [ahead, ahead + 7];
}

function dateDays(draft: Draft, today: number, day: number): readonly number[] {
  const { year, month } = toDate(today);
  if (draft.month !== undefined) {
    const inMonth = draft.month;
    const years = draft.year === undefined ? following(year, YEARS_AHEAD) : [draft.year];
    const found = years.flatMap((one) => toDay({ year: one, month: inMonth, day }) ?? []);
    return draft.year === undefined ? found.filter((one) => one >= today) : found;
  }
  if (draft.period && draft.period.unit !== "month") return [];
  const first = month + (draft.period?.shift ?? 0);
  const months = draft.period ? [first] : following(first, MONTHS_AHEAD);
  const found = months.flatMap((one) => dayInMonth(year, one, day));
  return draft.period ? found : found.filter((one) => one >= today);
}

function dayInMonth(year: number, month: number, day: number): readonly number[] {
  const found = firstOfMonth(year, month) + day - 1;
  return found <= lastOfMonth(year, month) ? [found] : [];
}

interface Nth {
  readonly nth: number;
  readonly weekday: number;
}

function nthDays(draft: Draft, today: number, { nth, weekday }: Nth): readonly number[] {
  const found = spansOf(draft, today).flatMap((span) => nthWeekday(span, nth, weekday) ?? []);
  return found.filter((day) => day >= today);
}

function edgeDays(draft: Draft, today: number): readonly number[] {
  const days = spansOf(draft, today).map(({ first, last }) => {
    if (draft.edge === "start") return first;
    return draft.edge === "end" ? last : Math.floor((first + last) / 2);
  });
  return days.filter((day) => day >= today);
}

interface Span {
  readonly first: number;
  readonly last: number;
}

/** Returns the possible spans of days, soonest first. */
function spansOf({ period, month, year }: Draft, today: number): readonly Span[] {
  const now = toDate(today);
  if (month !== undefined) {
    const years = year === undefined ? following(now.year, 2) : [year];
    return years.map((one) => monthSpan(one, month));
  }
  if (!period) return following(now.month, MONTHS_AHEAD).map((one) => monthSpan(now.year, one));
  const shifts = period.shift === 0 ? [0, 1] : [period.shift];
  return shifts.map((shift) => periodSpan({ ...period, shift }, today));
}

function monthSpan(year: number, month: number): Span {
  return { first: firstOfMonth(year, month), last: lastOfMonth(year, month) };
}

function periodSpan({ unit, shift }: Period, today: number): Span {
  const { year, month } = toDate(today);
  if (unit === "year")
    return { first: firstOfMonth(year + shift, 0), last: lastOfMonth(year + shift, 11) };
  if (unit === "quarter") {
    const first = (Math.floor(month / 3) + shift) * 3;
    return { first: firstOfMonth(year, first), last: lastOfMonth(year, first + 2) };
  }
  if (unit === "month") return monthSpan(year, month + shift);
  const monday = mondayOf(today) + shift * 7;
  return { first: unit === "weekend" ? monday + 5 : monday, last: monday + 6 };
}

function periodDays(draft: Draft, period: Period, today: number): readonly number[] {
  const { first, last } = periodSpan(period, today);
  const [weekday] = draft.weekdays ?? [];
  if (weekday !== undefined)
    return period.unit === "week" || period.unit === "weekend"
      ? [nthWeekday({ first, last }, 1, weekday)].flatMap((day) => day ?? [])
      : [];
  if (period.unit === "weekend" && period.shift === 0)
    return first >= today ? [first] : [today, first + 7];
  if (period.shift === 0) return [];
  return [first];
}

function following(first: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}
