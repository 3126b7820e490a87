import type { Draft, Piece } from "./draft.ts";
import type { Length, Meaning, Unit } from "./mark.ts";

/** "In an hour and a half", "2 days ago", "через полтора часа". */
export function readDurations(
  run: readonly Meaning[],
  place: number,
  _draft: Draft,
): Piece | undefined {
  const roles = run[place]?.roles ?? [];
  const isAhead = roles.includes("in");
  const isBehind = roles.includes("ago");
  if (isAhead || isBehind) {
    const first = run[place]?.length ? place : place + 1;
    const found = readAmounts(run, first, "alone");
    if (!found) return undefined;
    const isDoubled = run[found.next]?.roles?.includes("later") ?? false;
    return {
      next: isDoubled ? found.next + 1 : found.next,
      found: { lengths: isAhead ? found.lengths : found.lengths.map(negate) },
    };
  }

  const found = readAmounts(run, place, "counted");
  if (!found) return undefined;
  const after = run[found.next]?.roles ?? [];
  if (after.includes("ago"))
    return { next: found.next + 1, found: { lengths: found.lengths.map(negate) } };
  if (after.includes("later")) return { next: found.next + 1, found: { lengths: found.lengths } };
  return undefined;
}

export interface Amounts {
  readonly next: number;
  readonly lengths: readonly Length[];
}

/** Lengths of time in a row: "2 hours 30 minutes". A unit `alone` counts as one of it. */
export function readAmounts(
  run: readonly Meaning[],
  place: number,
  first: "alone" | "counted",
): Amounts | undefined {
  const lengths: Length[] = [];
  let next = place;
  for (;;) {
    const joint = lengths.length > 0 && isJoint(run[next]) ? next + 1 : next;
    const amount = readAmount(run, joint, lengths.length === 0 ? first : "counted");
    if (!amount) break;
    lengths.push(amount.length);
    next = amount.next;
  }
  return lengths.length > 0 ? { next, lengths } : undefined;
}

function isJoint(meaning: Meaning | undefined): boolean {
  return meaning?.roles?.some((role) => role === "and" || role === "plus") ?? false;
}

interface Amount {
  readonly next: number;
  readonly length: Length;
}

function readAmount(
  run: readonly Meaning[],
  place: number,
  first: "alone" | "counted",
): Amount | undefined {
  const meaning = run[place];
  if (!meaning) return undefined;
  if (meaning.length) return withHalf(run, { next: place + 1, length: meaning.length });

  const unitAlone = first === "alone" ? toUnit(meaning) : undefined;
  if (unitAlone) return withHalf(run, { next: place + 1, length: unitAlone });

  if (meaning.number === undefined) return undefined;
  const isHalfMore = run[place + 1]?.roles?.includes("and-half") ?? false;
  const unit = toUnit(run[isHalfMore ? place + 2 : place + 1]);
  if (!unit) return undefined;
  const count = (meaning.number + (isHalfMore ? 0.5 : 0)) * unit.count;
  const next = isHalfMore ? place + 3 : place + 2;
  return withHalf(run, { next, length: { count, unit: unit.unit } });
}

const COUNTED: readonly Unit[] = ["second", "minute", "hour", "day", "week", "month", "year"];

function toUnit(meaning: Meaning | undefined): Length | undefined {
  const unit = meaning?.unit;
  if (!unit) return undefined;
  if (unit === "quarter" && !meaning.minutes) return { count: 3, unit: "month" };
  return COUNTED.includes(unit) ? { count: 1, unit } : undefined;
}

/** "An hour and a half", "dos horas y media". */
function withHalf(run: readonly Meaning[], { next, length }: Amount): Amount {
  const half = { count: length.count + 0.5, unit: length.unit };
  if (run[next]?.roles?.includes("and-half")) return { next: next + 1, length: half };
  if (run[next]?.roles?.includes("plus") && run[next + 1]?.minutes === 30)
    return { next: next + 2, length: half };
  return { next, length };
}

function negate({ count, unit }: Length): Length {
  return { count: -count, unit };
}
