import type { Draft, Piece } from "./draft.ts";
import type { Clock, Meaning, Role } from "./mark.ts";

/** "At 8", "20:30", "halb neun", "без четверти девять", "las nueve y media". */
export function readTimeOfDay(
  run: readonly Meaning[],
  place: number,
  draft: Draft,
): Piece | undefined {
  const isAt = has(run[place], "at");
  const first = isAt ? place + 1 : place;
  const read =
    readWritten(run, first, isAt) ??
    readAroundHour(run, first) ??
    readPartOfHour(run, first) ??
    readHour(run, first, { isAt, hasDay: hasDay(draft) }) ??
    (isAt ? readHourAlone(run, first) : undefined);
  if (!read) return undefined;
  const ended = has(run[read.next], "hour") ? read.next + 1 : read.next;
  return { next: ended, found: { clock: read.clock, ...partOf(run[first]) } };
}

/** An hour without any word for it, after a day: "tomorrow 8". */
export function readBareHour(
  run: readonly Meaning[],
  place: number,
  draft: Draft,
): Piece | undefined {
  if (draft.day === undefined || draft.clock || run[place]?.unit) return undefined;
  const read = toHour(run[place]);
  return read ? { next: place + 1, found: { clock: read } } : undefined;
}

interface ClockRead {
  readonly next: number;
  readonly clock: Clock;
}

function readWritten(run: readonly Meaning[], place: number, isAt: boolean): ClockRead | undefined {
  const meaning = run[place];
  if (!meaning?.clock) return undefined;
  if (meaning.date && !(meaning.isWeak && (isAt || run[place + 1]?.part))) return undefined;
  return { next: place + 1, clock: meaning.clock };
}

/** "Twenty to nine", "fünf vor halb neun", "без десяти девять". */
function readAroundHour(run: readonly Meaning[], place: number): ClockRead | undefined {
  const isBefore = has(run[place], "to") && run[place]?.unit === undefined;
  const amountAt = isBefore ? place + 1 : place;
  const isRange = has(run[place - 1], "or");
  const minutes = isRange ? undefined : minutesAround(run, amountAt);
  if (minutes === undefined) return undefined;
  const own = has(run[amountAt], "past") && !isBefore;
  const after = run[amountAt + 1]?.unit === "minute" ? amountAt + 2 : amountAt + 1;
  if (isBefore) return shifted(readWholeHour(run, after), -minutes);
  if (own) return shifted(readWholeHour(run, after), minutes);
  if (has(run[after], "past")) return shifted(readWholeHour(run, after + 1), minutes);
  if (has(run[after], "to")) return shifted(readWholeHour(run, after + 1), -minutes);
  const ending = run[after]?.hourOf;
  if (ending === undefined || run[after + 1]?.month !== undefined) return undefined;
  return shifted(
    { next: after + 1, clock: { hour: ending, minute: 0, isExact: false } },
    minutes - 60,
  );
}

/** "Halb neun", "dreiviertel neun". */
function readPartOfHour(run: readonly Meaning[], place: number): ClockRead | undefined {
  const short = run[place]?.shortOf;
  if (short === undefined) return undefined;
  const hour = toHour(run[place + 1]);
  return hour && shifted({ next: place + 2, clock: hour }, short - 60);
}

function readWholeHour(run: readonly Meaning[], place: number): ClockRead | undefined {
  const half = readPartOfHour(run, place);
  if (half) return half;
  const named = NAMED_HOURS[run[place]?.part ?? ""];
  if (named !== undefined)
    return { next: place + 1, clock: { hour: named, minute: 0, isExact: true } };
  const first = has(run[place], "at") ? place + 1 : place;
  const hour = toHour(run[first]);
  return hour && { next: first + 1, clock: hour };
}

const NAMED_HOURS: Readonly<Record<string, number>> = { noon: 12, midnight: 24 };

interface Surroundings {
  readonly isAt: boolean;
  readonly hasDay: boolean;
}

function readHour(
  run: readonly Meaning[],
  place: number,
  around: Surroundings,
): ClockRead | undefined {
  const hour = toHour(run[place]);
  if (!hour || run[place + 1]?.month !== undefined) return undefined;
  const word = run[place + 1];
  const isNamed = has(word, "hour");
  const mayBeLength = word?.unit !== undefined && !(isNamed && (around.isAt || around.hasDay));
  if (mayBeLength && word.part === undefined) return undefined;
  if (!around.isAt && !isNamed && !word?.part) return undefined;

  const next = isNamed ? place + 2 : place + 1;
  const clock = { ...hour, isExact: hour.isExact || (isNamed && word?.isExact === true) };
  const joint = run[next];
  const amount = minutesOf(run[next + 1]);
  if (amount !== undefined && has(joint, "plus"))
    return afterMinutes(run, shifted({ next: next + 2, clock }, amount));
  if (amount !== undefined && has(joint, "minus"))
    return afterMinutes(run, shifted({ next: next + 2, clock }, -amount));
  const minute = wordMinutes(run, next);
  return minute === undefined
    ? { next, clock }
    : afterMinutes(run, { next: next + 1, clock: { ...clock, minute } });
}

/** "В час дня" */
function readHourAlone(run: readonly Meaning[], place: number): ClockRead | undefined {
  if (run[place]?.unit !== "hour" || !run[place + 1]?.part) return undefined;
  return { next: place + 1, clock: { hour: 1, minute: 0, isExact: false } };
}

function afterMinutes(run: readonly Meaning[], read: ClockRead | undefined): ClockRead | undefined {
  if (!read) return undefined;
  const isNamed = run[read.next]?.unit === "minute";
  return isNamed ? { next: read.next + 1, clock: read.clock } : read;
}

/** Returns the minutes right after an hour: "восемь тридцать". */
function wordMinutes(run: readonly Meaning[], place: number): number | undefined {
  const { number, ordinal, isExact } = run[place] ?? {};
  if (number === undefined || ordinal !== undefined || !Number.isInteger(number)) return undefined;
  if ((number < 10 && !isExact) || number > 59) return undefined;
  const next = run[place + 1];
  if (next?.month !== undefined || (next?.unit && next.unit !== "minute")) return undefined;
  return number;
}

/** "9 to 5" are hours of work. */
function minutesAround(run: readonly Meaning[], place: number): number | undefined {
  const minutes = minutesOf(run[place]);
  const isNamed = run[place]?.minutes !== undefined || run[place + 1]?.unit === "minute";
  return minutes === undefined || isNamed || minutes % 5 === 0 ? minutes : undefined;
}

function minutesOf(meaning: Meaning | undefined): number | undefined {
  if (meaning?.minutes !== undefined) return meaning.minutes;
  const number = meaning?.number;
  return number !== undefined && Number.isInteger(number) && number > 0 && number < 60
    ? number
    : undefined;
}

/** "8", "acht", and after a preposition "1430" and "8.30". */
function toHour(meaning: Meaning | undefined): Clock | undefined {
  const number = meaning?.number;
  if (number === undefined || number < 0) return undefined;
  const isExact = meaning?.isExact ?? false;
  if (Number.isInteger(number) && number <= 24) return { hour: number, minute: 0, isExact };
  if (Number.isInteger(number) && number >= 100)
    return toClock(Math.floor(number / 100), number % 100);
  return !Number.isInteger(number) && number < 24
    ? toClock(Math.floor(number), Math.round((number % 1) * 100))
    : undefined;
}

function toClock(hour: number, minute: number): Clock | undefined {
  return hour < 24 && minute < 60 ? { hour, minute, isExact: true } : undefined;
}

function shifted(read: ClockRead | undefined, minutes: number): ClockRead | undefined {
  if (!read) return undefined;
  const { hour, minute, isExact } = read.clock;
  const total = hour * 60 + minute + minutes;
  const wrapped = total < 0 || (hour === 1 && total < 60) ? total + 12 * 60 : total;
  return {
    next: read.next,
    clock: { hour: Math.floor(wrapped / 60), minute: wrapped % 60, isExact },
  };
}

function hasDay({ day, weekdays, monthDays, edge, period, every }: Draft): boolean {
  return [day, weekdays, monthDays, edge, period, every].some((one) => one !== undefined);
}

function partOf(meaning: Meaning | undefined): Pick<Draft, "part"> {
  return meaning?.clock && meaning.part ? { part: meaning.part } : {};
}

function has(meaning: Meaning | undefined, role: Role): boolean {
  return meaning?.roles?.includes(role) ?? false;
}
