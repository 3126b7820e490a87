import type { LabelledQuery } from "./read-queries.ts";

/** Search result for a query. */
export interface Selection {
  readonly query: LabelledQuery;
  /** Names, the best first. */
  readonly ranked: readonly string[];
  /** Tools that were described beside the message. */
  readonly described: readonly string[];
  /** Tools that the model had anyway. */
  readonly standing: readonly string[];
}

/** Returns the recall of single and several requests, and the number of tools offered for them. */
export function sumUpSelection(selections: readonly Selection[]): Readonly<Record<string, number>> {
  const ofKind = (kind: LabelledQuery["kind"]) =>
    selections.filter(({ query }) => query.kind === kind);
  const [single, multi, none] = [ofKind("single"), ofKind("multi"), ofKind("none")];
  const english = single.filter(({ query }) => query.lang === "en");
  const others = single.filter(({ query }) => query.lang !== "en");
  const recall = (of: readonly Selection[], depth: number) =>
    mean(of.map(({ query, ranked }) => recallOf(query, ranked.slice(0, depth))));
  const offered = (of: readonly Selection[]) =>
    mean(of.map(({ query, described, standing }) => recallOf(query, [...described, ...standing])));
  return {
    "single_recall@5": recall(single, 5),
    "single_recall@10": recall(single, 10),
    "single_recall@25": recall(single, 25),
    "multi_recall@25": recall(multi, 25),
    "en_recall@25": recall(english, 25),
    "other_recall@25": recall(others, 25),
    single_recall_offered: offered(single),
    multi_recall_offered: offered(multi),
    other_recall_offered: offered(others),
    offered_mean: mean([...single, ...multi].map(({ described }) => described.length)),
    offered_mean_none: mean(none.map(({ described }) => described.length)),
  };
}

/** Returns the share of the wanted tools that are there; for a single wish any of those that would do. */
function recallOf(query: LabelledQuery, names: readonly string[]): number {
  const found = new Set(names);
  if (query.kind === "single")
    return [...query.tools, ...query.also].some((name) => found.has(name)) ? 1 : 0;
  return query.tools.filter((name) => found.has(name)).length / query.tools.length;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
