import type { Draft, Piece } from "./draft.ts";
import type { Meaning, Unit, Which } from "./mark.ts";

/** A day in any way of naming it: "tomorrow", "next Friday", "3 May", "the end of the month". */
export function readDay(run: readonly Meaning[], place: number, draft: Draft): Piece | undefined {
  const isOn = run[place]?.roles?.includes("on") && run[place].ordinal === undefined;
  const first = isOn ? place + 1 : place;
  return (
    readDate(run, first) ??
    readEdge(run, first) ??
    readNth(run, first) ??
    readLastDay(run, first) ??
    readWeekday(run, first) ??
    readPeriod(run, first, draft) ??
    readRelative(run, first, draft) ??
    readMonthDay(run, first, first > place || mayBeDate(run[first], draft))
  );
}

function readDate(run: readonly Meaning[], place: number): Piece | undefined {
  const meaning = run[place];
  if (meaning?.date) {
    const { year, month, day } = meaning.date;
    const { clock, zone, isWeak = false } = meaning;
    return {
      next: place + 1,
      found: {
        month,
        monthDays: [day],
        ...(year === undefined ? {} : { year }),
        ...(clock && !isWeak ? { clock } : {}),
        ...(zone ? { zone } : {}),
      },
    };
  }
  const day = dayOf(meaning);
  const month = run[place + 1]?.month;
  if (day !== undefined && month !== undefined)
    return withYear(run, { next: place + 2, found: { month, monthDays: [day] } });
  const dayAfter = dayOf(run[place + 1]);
  if (meaning?.month === undefined || dayAfter === undefined || run[place + 2]?.unit)
    return undefined;
  return withYear(run, { next: place + 2, found: { month: meaning.month, monthDays: [dayAfter] } });
}

function dayOf(meaning: Meaning | undefined): number | undefined {
  const day = meaning?.ordinal ?? meaning?.number;
  return day !== undefined && Number.isInteger(day) && day >= 1 && day <= 31 ? day : undefined;
}

function withYear(run: readonly Meaning[], { next, found }: Piece): Piece {
  const year = run[next]?.number;
  if (year === undefined || year < 1970 || year > 2200) return { next, found };
  const isNamed = run[next + 1]?.unit === "year";
  return { next: isNamed ? next + 2 : next + 1, found: { ...found, year } };
}

/** "End of next week", "a finales de mayo", "Monatsende". */
function readEdge(run: readonly Meaning[], place: number): Piece | undefined {
  const meaning = run[place];
  if (!meaning?.edge) return undefined;
  const { edge } = meaning;
  if (meaning.unit)
    return { next: place + 1, found: { edge, period: { unit: meaning.unit, shift: 0 } } };
  const month = run[place + 1]?.month;
  if (month !== undefined) return withYear(run, { next: place + 2, found: { edge, month } });
  const period = readWhichPeriod(run, place + 1) ?? readThisPeriod(run, place + 1);
  return period && { next: period.next, found: { edge, ...period.found } };
}

const PERIODS: readonly Unit[] = ["week", "month", "quarter", "year"];

function readThisPeriod(run: readonly Meaning[], place: number): Piece | undefined {
  const unit = run[place]?.unit;
  if (!unit || !PERIODS.includes(unit)) return undefined;
  return { next: place + 1, found: { period: { unit, shift: 0 } } };
}

/** "The first Monday of next month", "the last Friday of each month". */
function readNth(run: readonly Meaning[], place: number): Piece | undefined {
  const { ordinal, which } = run[place] ?? {};
  const weekday = run[place + 1]?.weekday;
  if (weekday === undefined) return undefined;
  const isLast = which === "last" && isMonthAhead(run[place + 2], run[place + 3]);
  const nth = isLast ? -1 : ordinal;
  if (nth === undefined || nth > 5) return undefined;
  return withMonth(run, { next: place + 2, found: { nth, weekdays: [weekday] } });
}

function isMonthAhead(meaning: Meaning | undefined, after: Meaning | undefined): boolean {
  if (!meaning) return false;
  if (meaning.which && after?.unit === "month") return true;
  return (
    meaning.unit === "month" ||
    meaning.month !== undefined ||
    meaning.roles?.includes("every") === true ||
    meaning.every?.unit === "month"
  );
}

/** "The last day of the month". */
function readLastDay(run: readonly Meaning[], place: number): Piece | undefined {
  const { ordinal, which } = run[place] ?? {};
  if (run[place + 1]?.unit !== "day" || !isMonthAhead(run[place + 2], run[place + 3]))
    return undefined;
  const edge = which === "last" ? "end" : undefined;
  if (edge) return withMonth(run, { next: place + 2, found: { edge } });
  return ordinal === 1 ? withMonth(run, { next: place + 2, found: { edge: "start" } }) : undefined;
}

function withMonth(run: readonly Meaning[], { next, found }: Piece): Piece {
  const month = run[next]?.month;
  if (month !== undefined) return withYear(run, { next: next + 1, found: { ...found, month } });
  if (run[next]?.unit !== "month") return { next, found };
  const shift = WEEKS[run[next + 1]?.which ?? ""];
  const period = { unit: "month" as const, shift: shift ?? 0 };
  return { next: shift === undefined ? next + 1 : next + 2, found: { ...found, period } };
}

function readWeekday(run: readonly Meaning[], place: number): Piece | undefined {
  const meaning = run[place];
  const after = run[place + 1];
  if (meaning?.which && after?.weekday !== undefined)
    return {
      next: place + 2,
      found: { which: meaning.which, weekdays: [after.weekday], ...partOf(after) },
    };
  if (meaning?.weekday === undefined || meaning.every) return undefined;
  const found = { weekdays: [meaning.weekday], ...partOf(meaning) };
  if (meaning.which) return { next: place + 1, found: { ...found, which: meaning.which } };
  const isWhich = after?.which && !run[place + 2]?.unit && run[place + 2]?.weekday === undefined;
  return isWhich && after.which
    ? { next: place + 2, found: { ...found, which: after.which } }
    : { next: place + 1, found };
}

function partOf({ part }: Meaning): Pick<Draft, "part"> {
  return part ? { part } : {};
}

function readPeriod(run: readonly Meaning[], place: number, draft: Draft): Piece | undefined {
  const named = readWhichPeriod(run, place);
  if (named) return named;
  const unit = run[place]?.unit;
  if (unit === "weekend") return { next: place + 1, found: { period: { unit, shift: 0 } } };
  const isOfMonth = unit === "month" && (draft.monthDays !== undefined || draft.nth !== undefined);
  return isOfMonth ? { next: place + 1, found: {} } : undefined;
}

const WEEKS: Readonly<Record<string, number>> = {
  last: -1,
  this: 0,
  coming: 1,
  next: 1,
  "after-next": 2,
} satisfies Record<Which, number>;

const SHIFTED: readonly Unit[] = ["day", "week", "weekend", "month", "quarter", "year"];

/** "Next week", "la semana que viene". */
function readWhichPeriod(run: readonly Meaning[], place: number): Piece | undefined {
  const [one, other] = [run[place], run[place + 1]];
  if (one?.which && one.unit) return toPeriod(one.which, one.unit, place + 1);
  const which = one?.which ?? other?.which;
  const unit = one?.which ? other?.unit : one?.unit;
  return which && unit ? toPeriod(which, unit, place + 2) : undefined;
}

function toPeriod(which: Which, unit: Unit, next: number): Piece | undefined {
  if (!SHIFTED.includes(unit)) return undefined;
  const isComingWeekend = unit === "weekend" && which === "coming";
  const shift = isComingWeekend ? 0 : (WEEKS[which] ?? 0);
  if (unit === "day") return { next, found: { day: shift } };
  return { next, found: { period: { unit, shift } } };
}

function readRelative(run: readonly Meaning[], place: number, draft: Draft): Piece | undefined {
  const meaning = run[place];
  if (meaning?.day === undefined) return undefined;
  const hasDay =
    draft.day !== undefined || draft.weekdays !== undefined || draft.month !== undefined;
  if (meaning.part && hasDay) return undefined;
  const isPartToo = meaning.part && meaning.day !== 1;
  return {
    next: place + 1,
    found: { day: meaning.day, ...(isPartToo ? partOf(meaning) : {}) },
  };
}

/** "Friday the 13th", "every 31st" */
function mayBeDate(meaning: Meaning | undefined, { every, weekdays }: Draft): boolean {
  const isInDigits = meaning?.number !== undefined && meaning.ordinal !== undefined;
  return every !== undefined || (weekdays !== undefined && isInDigits);
}

/** An ordinal without any word for it: "15th". */
export function readBareMonthDay(run: readonly Meaning[], place: number): Piece | undefined {
  const { number, ordinal } = run[place] ?? {};
  return number !== undefined && ordinal !== undefined ? readMonthDay(run, place, true) : undefined;
}

/** "On the 15th", "am 3.", "15 числа". */
function readMonthDay(
  run: readonly Meaning[],
  place: number,
  isAnnounced: boolean,
): Piece | undefined {
  const day = dayOf(run[place]);
  if (day === undefined) return undefined;
  const isNamed = run[place + 1]?.roles?.includes("date") ?? false;
  const isDate = isAnnounced || run[place]?.roles?.includes("on") === true;
  const isOfMonth = run[place]?.ordinal !== undefined && run[place + 1]?.unit === "month";
  if (!isNamed && !isDate && !isOfMonth) return undefined;
  if (!isNamed && run[place + 1]?.unit && run[place + 1]?.unit !== "month") return undefined;
  return { next: isNamed ? place + 2 : place + 1, found: { monthDays: [day] } };
}
