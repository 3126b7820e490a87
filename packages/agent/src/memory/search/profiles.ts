import type { SearchLimits } from "../../store/search/search.ts";

/** Weights for ranking candidates. Words and embedding contribute up to their weight, and so does each bonus. */
export interface RankProfile {
  readonly limits: SearchLimits;
  /** Weights of a row's words and embedding for the row itself, its direct neighbors, and so on. */
  readonly window: readonly number[];
  /** BM25: how fast repeating a word stops to help, and how much long texts are held back. */
  readonly saturation: number;
  readonly lengthPenalty: number;
  readonly words: number;
  readonly meaning: number;
  /** Whether similarities count as they are, or scaled from the least to the most similar candidate. */
  readonly scale: "cosine" | "relative";
  /** Bonus for messages of the one person that the query names. */
  readonly name: number;
  /** Weight of an author's name as a word, because names are also mentioned in passing. */
  readonly nameAsWord: number;
  /** Bonus for the time that the query names; half of it three days off. */
  readonly time: number;
  /** Bonus for messages with substance; other sources always get it. */
  readonly substance: number;
  /** Bonus for new messages; half of it after a week. */
  readonly recency: number;
  /** Hits below are left out. */
  readonly minimum: number;
}

/**
 * `default` ranks a message together with its neighbors: half of an answer is in the question before it.
 * `classic` is plain fusion of similarity and BM25 of the text alone.
 */
export const PROFILES = {
  default: {
    limits: { vectors: 50, words: 50, neighbours: 2 },
    window: [1, 0.5, 0.25],
    saturation: 1.2,
    lengthPenalty: 0.5,
    words: 0.5,
    meaning: 0.5,
    scale: "relative",
    name: 0.25,
    nameAsWord: 0.5,
    time: 0.5,
    substance: 0.25,
    recency: 0.05,
    minimum: 0,
  },
  classic: {
    limits: { vectors: 30, words: 30, neighbours: 0 },
    window: [1],
    saturation: 1.2,
    lengthPenalty: 0.75,
    words: 0.5,
    meaning: 0.5,
    scale: "cosine",
    name: 0,
    nameAsWord: 1,
    time: 0,
    substance: 0,
    recency: 0,
    minimum: 0.15,
  },
} as const satisfies Readonly<Record<string, RankProfile>>;
