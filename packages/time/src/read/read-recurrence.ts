import type { Draft, Piece } from "./draft.ts";
import type { Length, Meaning } from "./mark.ts";
import { readAmounts } from "./read-durations.ts";

const WORKDAYS: readonly number[] = [1, 2, 3, 4, 5];
const WEEKEND: readonly number[] = [6, 0];

/** "Every other Monday", "täglich", "по будням", "cada dos semanas". */
export function readRecurrence(
  run: readonly Meaning[],
  place: number,
  _draft: Draft,
): Piece | undefined {
  const meaning = run[place];
  if (meaning?.every) return readAdverb(meaning, place);
  if (!meaning?.roles?.includes("every")) return undefined;
  const isOther = run[place + 1]?.roles?.includes("other") ?? false;
  const first = isOther ? place + 2 : place + 1;
  const count = isOther || meaning.roles.includes("other") ? 2 : 1;
  return (
    readEveryNth(run, first) ?? readEveryUnit(run, first, count) ?? readEveryDay(run, first, count)
  );
}

function readAdverb(meaning: Meaning, place: number): Piece {
  const { every, weekday, part } = meaning;
  const days = weekday === undefined ? daysOf(meaning) : [weekday];
  return {
    next: place + 1,
    found: {
      ...(every ? { every } : {}),
      ...(days ? { weekdays: days } : {}),
      ...(part ? { part } : {}),
    },
  };
}

function daysOf({ roles, unit }: Meaning): readonly number[] | undefined {
  if (roles?.includes("workdays")) return WORKDAYS;
  return unit === "weekend" ? WEEKEND : undefined;
}

/** "Every last Friday", "every second day", "every first Monday". */
function readEveryNth(run: readonly Meaning[], place: number): Piece | undefined {
  const { ordinal, which } = run[place] ?? {};
  const after = run[place + 1];
  if (ordinal === 2 && after?.unit) return everyUnit({ count: 2, unit: after.unit }, place + 2);
  if (after?.weekday === undefined) return undefined;
  const ofMonth = run[place + 2]?.unit === "month";
  if (ordinal === 2 && !ofMonth) return everyWeekday(after, 2, place + 2);
  const nth = which === "last" ? -1 : ordinal;
  if (nth === undefined || nth > 5) return undefined;
  return {
    next: ofMonth ? place + 3 : place + 2,
    found: { nth, weekdays: [after.weekday], every: { count: 1, unit: "month" } },
  };
}

function readEveryUnit(run: readonly Meaning[], place: number, count: number): Piece | undefined {
  const meaning = run[place];
  const isHourOrPart = meaning?.part !== undefined && meaning.unit === undefined;
  if (!meaning || isHourOrPart) return undefined;
  const days = daysOf(meaning);
  if (days) return { next: place + 1, found: { weekdays: days, every: { count, unit: "week" } } };
  const amounts = readAmounts(run, place, "alone");
  const [length, ...more] = amounts?.lengths ?? [];
  if (!amounts || !length || more.length > 0) return undefined;
  return everyUnit({ count: length.count * count, unit: length.unit }, amounts.next);
}

function everyUnit(every: Length, next: number): Piece | undefined {
  if (every.unit === "quarter")
    return { next, found: { every: { count: every.count * 3, unit: "month" } } };
  if (every.unit === "weekend")
    return { next, found: { weekdays: WEEKEND, every: { count: every.count, unit: "week" } } };
  return { next, found: { every } };
}

/** "Every Monday", "every morning", "every 31st", "every 29 February". */
function readEveryDay(run: readonly Meaning[], place: number, count: number): Piece | undefined {
  const meaning = run[place];
  if (!meaning) return undefined;
  if (meaning.weekday !== undefined) return everyWeekday(meaning, count, place + 1);
  if (meaning.part)
    return { next: place + 1, found: { part: meaning.part, every: { count, unit: "day" } } };
  const isDate = meaning.month !== undefined || run[place + 1]?.month !== undefined || meaning.date;
  if (isDate) return { next: place, found: { every: { count, unit: "year" } } };
  if (meaning.ordinal !== undefined || run[place + 1]?.roles?.includes("date"))
    return { next: place, found: { every: { count, unit: "month" } } };
  return undefined;
}

function everyWeekday({ weekday, part }: Meaning, count: number, next: number): Piece | undefined {
  if (weekday === undefined) return undefined;
  return {
    next,
    found: { weekdays: [weekday], every: { count, unit: "week" }, ...(part ? { part } : {}) },
  };
}
