import { firstOfMonth, lastOfMonth, toDate } from "../clock/calendar.ts";
import type { RecurrenceRule, RuleWeekday } from "./parse-rule.ts";

/** Checks whether a rule allows a day, regardless of intervals. */
export function isOnDay(rule: RecurrenceRule, day: number): boolean {
  const { year, month, day: monthDay } = toDate(day);
  const { months, monthDays, yearDays, weekdays } = rule;
  if (months && !months.includes(month)) return false;
  const fromMonthEnd = day - lastOfMonth(year, month) - 1;
  if (monthDays && !monthDays.includes(monthDay) && !monthDays.includes(fromMonthEnd)) return false;
  const yearDay = day - firstOfMonth(year, 0) + 1;
  const fromYearEnd = day - lastOfMonth(year, 11) - 1;
  if (yearDays && !yearDays.includes(yearDay) && !yearDays.includes(fromYearEnd)) return false;
  return !weekdays || weekdays.some((one) => isWeekday(one, rule, day));
}

function isWeekday({ weekday, nth }: RuleWeekday, rule: RecurrenceRule, day: number): boolean {
  const date = toDate(day);
  if (date.weekday !== weekday) return false;
  if (nth === undefined) return true;
  const isInYear = rule.frequency === "YEARLY" && !rule.months;
  const first = isInYear ? firstOfMonth(date.year, 0) : firstOfMonth(date.year, date.month);
  const last = isInYear ? lastOfMonth(date.year, 11) : lastOfMonth(date.year, date.month);
  const place = Math.floor((day - first) / 7) + 1;
  return nth > 0 ? place === nth : Math.floor((last - day) / 7) + 1 === -nth;
}
