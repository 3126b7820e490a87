import type { CandidateRow, Candidates } from "../../store/search/search.ts";
import { findMentionedPeople } from "./find-mentioned-people.ts";
import type { TimeSpan } from "./find-times.ts";
import type { RankProfile } from "./profiles.ts";
import { readWindow, type Window } from "./read-window.ts";

export interface RankQuery {
  /** The terms whose counts the candidates carry. */
  readonly terms: readonly string[];
  /** The times that the query names. */
  readonly times: readonly TimeSpan[];
  /** Unix milliseconds. */
  readonly now: number;
  readonly profile: RankProfile;
}

export interface Ranked {
  readonly id: number;
  /** 1 for the best words with the best meaning, and more with the bonuses. */
  readonly score: number;
  /** The passage's own cosine with the query, where both have a vector. */
  readonly similarity: number | undefined;
  /** False for a neighbor of a hit: filters may not apply to it. */
  readonly isCandidate: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const TIME_HALF_LIFE_MS = 3 * DAY_MS;
const RECENCY_HALF_LIFE_MS = 7 * DAY_MS;

/** A message of this many terms has half of the bonus for substance. */
const HALF_SUBSTANCE = 10;

/** Ranks candidates and their neighbors, best first, without those below the profile's minimum. */
export function rank(candidates: Candidates, query: RankQuery): readonly Ranked[] {
  const { rows } = candidates;
  const { profile } = query;
  const windows = rows.map((_, at) => readWindow(rows, at, profile.window));
  const named = findMentionedPeople(rows, query.terms);
  const worth = query.terms.map((term) => (named.terms.has(term) ? profile.nameAsWord : 1));
  const words = toShares(scoreWords(windows, candidates, { worth, profile }));
  const meanings = scoreMeanings(windows, profile);

  return rows
    .map((row, at) => {
      const match =
        profile.words * (words[at] ?? 0) +
        profile.meaning * (meanings[at] ?? 0) +
        (row.author !== null && row.author === named.author ? profile.name : 0);
      const { id, similarity, isCandidate } = row;
      return { id, similarity, isCandidate, score: match + bonus(row, query) };
    })
    .filter(({ score }) => score >= profile.minimum)
    .toSorted((one, other) => other.score - one.score || other.id - one.id);
}

function scoreWords(
  windows: readonly Window[],
  { rows, total, averageLength, frequencies }: Candidates,
  { worth, profile }: { readonly worth: readonly number[]; readonly profile: RankProfile },
): readonly number[] {
  const { window, saturation, lengthPenalty } = profile;
  const rarities = frequencies.map(
    (count, at) => (worth[at] ?? 1) * Math.log(1 + (total - count + 0.5) / (count + 0.5)),
  );
  const breadth = 2 * window.reduce((sum, weight) => sum + weight, 0) - (window[0] ?? 0);

  return windows.map(({ counts, length }, at) => {
    const expected = averageLength * (rows[at]?.source === "feed" ? breadth : 1);
    const penalty = 1 - lengthPenalty + lengthPenalty * (length / Math.max(expected, 1));
    let score = 0;
    for (const [term, count] of counts.entries()) {
      if (count === 0) continue;
      const share = (count * (saturation + 1)) / (count + saturation * penalty);
      score += Math.max(rarities[term] ?? 0, 0) * share;
    }
    return score;
  });
}

function toShares(scores: readonly number[]): readonly number[] {
  const most = scores.reduce((one, other) => Math.max(one, other), 0);
  return most === 0 ? scores : scores.map((score) => score / most);
}

function scoreMeanings(
  windows: readonly Window[],
  { scale }: RankProfile,
): readonly (number | undefined)[] {
  const similarities = windows.map(({ similarity }) => similarity);
  if (scale === "cosine") return similarities.map((similarity) => Math.max(similarity ?? 0, 0));
  const known = similarities.filter((similarity) => similarity !== undefined);
  const least = known.reduce((one, other) => Math.min(one, other), 1);
  const most = known.reduce((one, other) => Math.max(one, other), -1);
  if (most <= least) return similarities.map((similarity) => similarity && 1);
  return similarities.map((similarity) => similarity && (similarity - least) / (most - least));
}

/** Returns the score of a row beyond its match. */
function bonus(row: CandidateRow, { times, now, profile }: RankQuery): number {
  const distances = times.map(({ from, until }) => Math.max(0, from - row.at, row.at - until));
  const time = times.length > 0 ? halve(Math.min(...distances), TIME_HALF_LIFE_MS) : 0;
  if (row.source !== "feed") return profile.substance + profile.time * time;
  return (
    profile.substance * (row.length / (row.length + HALF_SUBSTANCE)) +
    profile.recency * halve(Math.max(0, now - row.at), RECENCY_HALF_LIFE_MS) +
    profile.time * time
  );
}

/** 1 at once, and half of it after each half-life. */
function halve(elapsed: number, halfLife: number): number {
  return 2 ** (-elapsed / halfLife);
}
