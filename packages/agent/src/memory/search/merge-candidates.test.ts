import { expect, test } from "vitest";
import type { CandidateRow, Candidates } from "../../store/search/search.ts";
import { mergeCandidates } from "./merge-candidates.ts";

function candidatesOf(...rows: readonly CandidateRow[]): Candidates {
  return { total: 9, averageLength: 5, frequencies: [2], completeTo: 9, rows };
}

function row(id: number, more: Partial<CandidateRow> = {}): CandidateRow {
  return {
    id,
    scope: 1,
    source: "feed",
    at: id,
    author: null,
    length: 5,
    counts: [1],
    similarity: 0.5,
    isCandidate: true,
    previous: undefined,
    next: undefined,
    ...more,
  };
}

test("rows of both stand once, in order, linked to those beside them", () => {
  const one = candidatesOf(
    row(2, { next: 1 }),
    row(3, { previous: 0, isCandidate: false }),
    row(1, { scope: 2 }),
  );
  const other = candidatesOf(row(3, { next: 1 }), row(4, { previous: 0, isCandidate: false }));
  expect(mergeCandidates(one, other)).toEqual(
    candidatesOf(
      row(2, { next: 1 }),
      row(3, { previous: 0, next: 2 }),
      row(4, { previous: 1, isCandidate: false }),
      row(1, { scope: 2 }),
    ),
  );
});

test("merging with nothing changes nothing", () => {
  const some = candidatesOf(row(1, { next: 1 }), row(2, { previous: 0 }));
  expect(mergeCandidates(some, candidatesOf())).toEqual(some);
  expect(mergeCandidates(candidatesOf(), some)).toEqual(some);
});
