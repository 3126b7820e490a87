import type { Clock, Length, Part, Unit, Which } from "./mark.ts";

/** Moment or recurrence as a text describes it, before it is resolved against the current time. */
export interface Draft {
  /** Days from today. */
  readonly day?: number;
  readonly weekdays?: readonly number[];
  /** Belongs to the weekday. */
  readonly which?: Which;
  readonly period?: Period;
  readonly edge?: "start" | "middle" | "end";
  /** Which such weekday of a month; -1 is the last. */
  readonly nth?: number;
  readonly monthDays?: readonly number[];
  /** January is 0. */
  readonly month?: number;
  readonly year?: number;
  readonly clock?: Clock;
  readonly part?: Part;
  /** Lengths from now; negative for the past. */
  readonly lengths?: readonly Length[];
  readonly zone?: string;
  readonly every?: Length;
}

export interface Period {
  readonly unit: Unit;
  /** 0 is the one that now is in. */
  readonly shift: number;
}

/** Result of reading a piece, and the position where reading continues. */
export interface Piece {
  readonly next: number;
  readonly found: Draft;
}

/** Combines two drafts; undefined if they contradict each other. */
export function joinDrafts(draft: Draft, found: Draft): Draft | undefined {
  const { weekdays, monthDays, part, ...single } = found;
  const joinedPart = joinParts(draft.part, part);
  if (joinedPart === "contradiction") return undefined;
  const known = new Map<string, unknown>(Object.entries(draft));
  for (const [name, value] of Object.entries(single)) {
    if (known.has(name) && JSON.stringify(known.get(name)) !== JSON.stringify(value))
      return undefined;
  }
  const days = joinLists(draft.weekdays, weekdays);
  const dates = joinLists(draft.monthDays, monthDays);
  return {
    ...draft,
    ...single,
    ...(days ? { weekdays: days } : {}),
    ...(dates ? { monthDays: dates } : {}),
    ...(joinedPart ? { part: joinedPart } : {}),
  };
}

function joinLists(
  one: readonly number[] | undefined,
  other: readonly number[] | undefined,
): readonly number[] | undefined {
  if (!one || !other) return one ?? other;
  return [...new Set([...one, ...other])];
}

function joinParts(
  one: Part | undefined,
  other: Part | undefined,
): Part | "contradiction" | undefined {
  if (!one || !other || one === other) return one ?? other;
  if (one === "am" || one === "pm") return joinHalf(one, other);
  if (other === "am" || other === "pm") return joinHalf(other, one);
  const isMidnight = one === "midnight" || other === "midnight";
  const isLate = [one, other].some((part) => part === "evening" || part === "night");
  return isMidnight && isLate ? "midnight" : "contradiction";
}

/** Combines both halves: "tomorrow morning at 8 am" states it twice. */
function joinHalf(half: "am" | "pm", part: Part): Part | "contradiction" {
  const isMorning = part === "morning" || part === "forenoon";
  if (part === "night") return half;
  return (half === "am") === isMorning ? half : "contradiction";
}
