import { expect, test } from "vitest";
import type { CandidateRow, Candidates } from "../../../search/search.ts";
import { packCandidates, unpackCandidates } from "./pack-candidates.ts";

const row: CandidateRow = {
  id: 2 ** 35,
  scope: 3,
  source: "note",
  at: 1_790_000_000_000.5,
  author: null,
  length: 12,
  counts: [1, 0],
  similarity: undefined,
  isCandidate: true,
  previous: undefined,
  next: 1,
};
const found: Candidates = {
  total: 7,
  averageLength: 2.5,
  frequencies: [4, 1],
  completeTo: 9,
  rows: [
    row,
    { ...row, author: "Ann", similarity: -0.25, isCandidate: false, previous: 0, next: undefined },
    { ...row, source: "feed", author: "Bob", similarity: 0, at: -1, counts: [0, 300] },
    { ...row, author: "Ann" },
  ],
};

test("candidates are the same behind the thread", () => {
  expect(unpackCandidates(packCandidates(found))).toStrictEqual(found);
  const wordless = { ...found, frequencies: [], rows: [{ ...row, counts: [] }] };
  expect(unpackCandidates(packCandidates(wordless))).toStrictEqual(wordless);
  const none = { ...found, rows: [] };
  expect(unpackCandidates(packCandidates(none))).toStrictEqual(none);
});
