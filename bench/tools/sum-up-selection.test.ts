import { expect, test } from "vitest";
import type { LabelledQuery } from "./read-queries.ts";
import { sumUpSelection } from "./sum-up-selection.ts";

function select(own: Partial<LabelledQuery>, ranked: readonly string[], depth: number) {
  const query: LabelledQuery = {
    query: "?",
    tools: [],
    also: [],
    lang: "en",
    kind: "single",
    ...own,
  };
  return { query, ranked, described: ranked.slice(0, depth), standing: ["c"] };
}

const others = (count: number) => Array.from({ length: count }, (_, at) => `other_${at}`);

test("recall is counted by kind, depth and language, and the offer by whether it was needed", () => {
  const figures = sumUpSelection([
    select({ tools: ["a"] }, ["a"], 1),
    select({ tools: ["a"], also: ["b"] }, [...others(5), "b"], 6),
    select({ tools: ["a"], lang: "de" }, [...others(10), "a"], 3),
    select({ tools: ["c"], lang: "ru" }, [...others(25), "c"], 3),
    select({ tools: ["a", "b"], kind: "multi" }, ["b", "d"], 2),
    select({ kind: "none" }, ["a"], 1),
    select({ kind: "none" }, [], 0),
  ]);

  expect(figures).toEqual({
    "single_recall@5": 0.25,
    "single_recall@10": 0.5,
    "single_recall@25": 0.75,
    "multi_recall@25": 0.5,
    "en_recall@25": 1,
    "other_recall@25": 0.5,
    single_recall_offered: 0.75,
    multi_recall_offered: 0.5,
    other_recall_offered: 0.5,
    offered_mean: 3,
    offered_mean_none: 0.5,
  });
});
