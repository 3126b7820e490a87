import { expect, test } from "vitest";
import type { CandidateRow, Candidates } from "../../store/search/search.ts";
import { PROFILES } from "./profiles.ts";
import { rank, type RankQuery } from "./rank.ts";

const MINUTE_MS = 60_000;
const now = Date.UTC(2026, 10, 22);

/** Creates rows a minute apart, linked to their neighbors. */
function candidatesOf(...rows: readonly Partial<CandidateRow>[]): Candidates {
  return {
    total: 1000,
    averageLength: 10,
    frequencies: [10, 10],
    completeTo: 1000,
    rows: rows.map((row, at) => ({
      id: at + 1,
      scope: 1,
      source: "feed",
      at: now - (rows.length - at) * MINUTE_MS,
      author: "Ann",
      length: 10,
      counts: [0, 0],
      similarity: undefined,
      isCandidate: true,
      previous: at > 0 ? at - 1 : undefined,
      next: at + 1 < rows.length ? at + 1 : undefined,
      ...row,
    })),
  };
}

function order(candidates: Candidates, query: Partial<RankQuery> = {}): readonly number[] {
  const base = { terms: ["tea", "pot"], times: [], now, profile: PROFILES.default };
  return rank(candidates, { ...base, ...query }).map(({ id }) => id);
}

const apart = { previous: undefined, next: undefined };

test("finds nothing in nothing", () => {
  expect(order(candidatesOf())).toEqual([]);
});

test("more of the words come first, then more of the meaning", () => {
  const rows = [
    { ...apart, counts: [1, 0], similarity: 0.2 },
    { ...apart, counts: [1, 1], similarity: 0.2 },
    { ...apart, counts: [1, 0], similarity: 0.6 },
    { ...apart, counts: [0, 0], similarity: 0.1 },
  ];
  expect(order(candidatesOf(...rows))).toEqual([3, 2, 1, 4]);
});

test("words alone do without vectors", () => {
  const rows = [{ ...apart }, { ...apart, counts: [1, 1] }, { ...apart, counts: [1, 0] }];
  expect(order(candidatesOf(...rows))).toEqual([2, 3, 1]);
});

test("an answer stands beside its question", () => {
  const asked = { counts: [1, 1], similarity: 0.6 };
  const rows = [{ similarity: 0.1 }, asked, { similarity: 0.3 }, {}, { similarity: 0.3 }];
  expect(order(candidatesOf(...rows)).slice(0, 2)).toEqual([2, 3]);
});

test("what was said hours later is no answer", () => {
  const rows = [
    { at: now - 600 * MINUTE_MS },
    { counts: [1, 1], at: now - 300 * MINUTE_MS },
    { at: now - 299 * MINUTE_MS },
  ];
  expect(order(candidatesOf(...rows))).toEqual([2, 3, 1]);
});

test("notes that happen to stand side by side do not lend each other words", () => {
  const rows = [{ counts: [1, 1] }, {}].map((row) => ({ ...row, source: "note" as const }));
  expect(
    rank(candidatesOf(...rows), { terms: [], times: [], now, profile: PROFILES.default }),
  ).toEqual([
    { id: 1, score: 0.75, similarity: undefined, isCandidate: true },
    { id: 2, score: 0.25, similarity: undefined, isCandidate: true },
  ]);
});

test("prefers what the person said whom the query names", () => {
  const rows = [
    { ...apart, counts: [1, 0], author: "Ann Lee" },
    { ...apart, counts: [1, 0], author: "Bob" },
    { ...apart, counts: [1, 0], author: "Ann Fox" },
  ];
  const told = (...terms: readonly string[]) => order(candidatesOf(...rows), { terms })[0];
  expect([told("bob"), told("ann", "lee"), told("ann", "bob"), told("tea")]).toEqual([2, 1, 3, 3]);
});

test("prefers the time that the query names, the closer the better", () => {
  const day = 24 * 60 * MINUTE_MS;
  const rows = [30, 9, 12, 1].map((days) => ({ ...apart, counts: [1, 0], at: now - days * day }));
  const times = [{ from: now - 10 * day, until: now - 8 * day }];
  expect(order(candidatesOf(...rows), { times })).toEqual([2, 3, 4, 1]);
});

test("of equal messages the new and the substantial come first", () => {
  const rows = [
    { ...apart, at: now - 1e12 },
    { ...apart, at: now },
    { ...apart, length: 40, at: now - 1e12, counts: [0, 0] },
  ];
  expect(order(candidatesOf(...rows))).toEqual([3, 2, 1]);
});

test("the classic profile adds half of the cosine to half of the words, from 0.15 on", () => {
  const rows = [
    { similarity: 0.5, counts: [1, 0] },
    { similarity: 0.4 },
    { similarity: 0.2 },
    { similarity: -0.5, counts: [1, 0] },
  ];
  const ranked = rank(candidatesOf(...rows), {
    terms: ["tea", "pot"],
    times: [],
    now,
    profile: PROFILES.classic,
  });
  expect(ranked).toEqual([
    { id: 1, score: 0.75, similarity: 0.5, isCandidate: true },
    { id: 4, score: 0.5, similarity: -0.5, isCandidate: true },
    { id: 2, score: 0.2, similarity: 0.4, isCandidate: true },
  ]);
});

test("a name alone is looked for like any word", () => {
  const rows = [
    { ...apart, author: "Bob", counts: [0, 0] },
    { ...apart, author: "Ann", counts: [1, 0] },
    { ...apart, author: "Ann", counts: [0, 0] },
  ];
  expect(order(candidatesOf(...rows), { terms: ["ann", "tea"] })).toEqual([2, 3, 1]);
});
