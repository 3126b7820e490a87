import type { CandidateRow } from "../../store/search/search.ts";

/** Row together with the messages around it. */
export interface Window {
  /** Weighed sums over the rows. */
  readonly counts: readonly number[];
  readonly length: number;
  /** Weighed mean over the rows that have one. */
  readonly similarity: number | undefined;
}

/** Messages further apart belong to different conversations. */
const MAX_GAP_MS = 60 * 60 * 1000;

/**
 * Reads the row at `at` with its neighbors in the same conversation. `weights` start with the row's own and
 * go outward. Only messages have neighbors that explain them.
 */
export function readWindow(
  rows: readonly CandidateRow[],
  at: number,
  weights: readonly number[],
): Window {
  const counts: number[] = [];
  let length = 0;
  let similarity = 0;
  let known = 0;
  for (const [row, weight] of membersOf(rows, at, weights)) {
    length += weight * row.length;
    for (let term = 0; term < row.counts.length; term++)
      counts[term] = (counts[term] ?? 0) + weight * (row.counts[term] ?? 0);
    if (row.similarity === undefined) continue;
    similarity += weight * row.similarity;
    known += weight;
  }
  return { counts, length, similarity: known > 0 ? similarity / known : undefined };
}

type Member = readonly [row: CandidateRow, weight: number];

function membersOf(
  rows: readonly CandidateRow[],
  at: number,
  weights: readonly number[],
): readonly Member[] {
  const row = rows[at];
  if (!row) return [];
  const members: Member[] = [[row, weights[0] ?? 1]];
  if (row.source !== "feed") return members;
  for (const direction of ["previous", "next"] as const) {
    let from = row;
    for (let distance = 1; distance < weights.length; distance++) {
      const neighbour = rows[from[direction] ?? -1];
      if (!neighbour || Math.abs(neighbour.at - from.at) > MAX_GAP_MS) break;
      members.push([neighbour, weights[distance] ?? 0]);
      from = neighbour;
    }
  }
  return members;
}
