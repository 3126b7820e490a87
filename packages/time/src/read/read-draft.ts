import { type Draft, joinDrafts, type Piece } from "./draft.ts";
import type { Mark, Meaning, Role } from "./mark.ts";
import { readBareHour, readTimeOfDay } from "./read-time-of-day.ts";
import { readDurations } from "./read-durations.ts";
import { readRecurrence } from "./read-recurrence.ts";
import { readBareMonthDay, readDay } from "./read-day.ts";

/** Reads a piece at a position in the meanings, given the draft of the pieces before. */
export type PieceReader = (
  meanings: readonly Meaning[],
  place: number,
  draft: Draft,
) => Piece | undefined;

const READERS: readonly PieceReader[] = [
  readZone,
  readRecurrence,
  readDurations,
  readTimeOfDay,
  readDay,
  readPart,
];

/**
 * Reads everything that marks express about time; undefined if they contradict each other, or if there is
 * nothing else and some of it is not understood.
 */
export function readDraft(marks: readonly Mark[]): Draft | undefined {
  const isWhole = marks.every(({ meaning }) => meaning);
  let draft: Draft = {};
  for (const run of toRuns(marks)) {
    let place = 0;
    while (place < run.length) {
      const piece =
        readPiece(run, place, draft) ?? (isWhole ? readBare(run, place, draft) : undefined);
      if (!piece && isWhole && !isSkippable(run[place])) return undefined;
      const joined = piece ? joinDrafts(draft, piece.found) : draft;
      if (!joined) return undefined;
      draft = joined;
      place = piece?.next ?? place + 1;
    }
  }
  return draft;
}

/** Groups adjacent marks into runs, without connecting words. */
function toRuns(marks: readonly Mark[]): readonly (readonly Meaning[])[] {
  const isWhole = marks.every(({ meaning }) => meaning);
  const runs: Meaning[][] = [[]];
  for (const [place, { meaning }] of marks.entries()) {
    const isMeant = isWhole || !meaning?.isWeak || isDateByPlace(marks, place);
    if (!meaning || !isMeant) runs.push([]);
    else if (!isFiller(meaning)) runs.at(-1)?.push(meaning);
  }
  return runs;
}

/** 05.04 is a day beside a preposition or a time, elsewhere a number. */
function isDateByPlace(marks: readonly Mark[], place: number): boolean {
  if (!marks[place]?.meaning?.date) return false;
  const before = marks[place - 1]?.meaning?.roles ?? [];
  const after = marks[place + 1]?.meaning;
  const isAnnounced = before.includes("on") || before.includes("at");
  return isAnnounced || after?.clock !== undefined || (after?.roles?.includes("at") ?? false);
}

function isFiller(meaning: Meaning): boolean {
  const { roles = [], ...rest } = meaning;
  return (
    roles.length > 0 && roles.every((role) => role === "filler") && Object.keys(rest).length === 0
  );
}

function isSkippable(meaning: Meaning | undefined): boolean {
  return meaning?.roles?.some((role) => SKIPPABLE.includes(role)) ?? false;
}

const SKIPPABLE: readonly Role[] = ["filler", "and"];

/** Reads pieces that count only if a text contains nothing else. */
function readBare(run: readonly Meaning[], place: number, draft: Draft): Piece | undefined {
  return readBareMonthDay(run, place) ?? readBareHour(run, place, draft);
}

function readPiece(run: readonly Meaning[], place: number, draft: Draft): Piece | undefined {
  for (const read of READERS) {
    const piece = read(run, place, draft);
    if (piece) return piece;
  }
  return undefined;
}

function readZone(run: readonly Meaning[], place: number): Piece | undefined {
  const meaning = run[place];
  if (!meaning?.zone || meaning.date) return undefined;
  return { next: place + 1, found: { zone: meaning.zone } };
}

function readPart(run: readonly Meaning[], place: number, { clock }: Draft): Piece | undefined {
  const meaning = run[place];
  if (!meaning?.part || (meaning.unit && !clock)) return undefined;
  if ((meaning.part === "am" || meaning.part === "pm") && !clock) return undefined;
  return { next: place + 1, found: { part: meaning.part } };
}
