import type { PassageSource } from "./passages.ts";

export interface SearchQuery {
  /** Analysed terms of the query (`kernel/index-terms.ts`), each once. */
  readonly terms: readonly string[];
  /**
   * Vector of length 1 in the active space. Without it, or if its length differs from the space's, only words
   * count.
   */
  readonly vector?: Float32Array | undefined;
  /** The space of `vector`, where it is known: words alone answer if it is not the active one. */
  readonly space?: number | undefined;
  /** Numbers of the scopes that may be seen; nothing else is looked at. */
  readonly scopes: readonly number[];
  /** Milliseconds, inclusive. */
  readonly since?: number | undefined;
  /** Milliseconds, exclusive. */
  readonly until?: number | undefined;
  /** Names as stored with the passages. */
  readonly authors?: readonly string[] | undefined;
  readonly limits: SearchLimits;
}

export interface SearchLimits {
  /** Candidates by vector. */
  readonly vectors: number;
  /** Candidates by keyword. */
  readonly words: number;
  /** Rows on each side of a candidate that come with it. */
  readonly neighbours: number;
}

export interface Candidates {
  /** Passages that words find, in all scopes. */
  readonly total: number;
  /** Terms of a passage on average. */
  readonly averageLength: number;
  /** Approximate number of passages that contain each term of the query. */
  readonly frequencies: readonly number[];
  /** Candidates and their neighbors in the same scope, in order of scope and id. */
  readonly rows: readonly CandidateRow[];
  /** Passages up to this id have vectors. */
  readonly completeTo: number;
}

export interface CandidateRow {
  readonly id: number;
  readonly scope: number;
  readonly source: PassageSource;
  readonly at: number;
  readonly author: string | null;
  /** Terms. */
  readonly length: number;
  /** Number of times that it contains each term of the query. */
  readonly counts: readonly number[];
  /** The cosine with the query's vector; undefined without one of either. */
  readonly similarity: number | undefined;
  /** False for rows that are only neighbors; filters by time and author apply to candidates only. */
  readonly isCandidate: boolean;
  /** Indexes of the rows of its direct neighbors in its scope, if they are included. */
  readonly previous: number | undefined;
  readonly next: number | undefined;
}

/** Quality of vector search: sampled rows, compared with an exhaustive search. */
export interface SearchAudit {
  readonly sampled: number;
  /** Share of the ten nearest that a search finds; 1 where there is nothing to find. */
  readonly recall: number;
  readonly vectors: number;
  readonly passages: number;
  readonly completeTo: number;
}

/** Finds candidates by keyword and by vector similarity; ranking is its caller's. It sees all that was committed before. */
export interface PassageSearch {
  find(query: SearchQuery): Promise<Candidates>;
  /** Compares `sample` searches with exact ones; takes about a second each at a million rows. */
  audit(sample: number): Promise<SearchAudit>;
}
