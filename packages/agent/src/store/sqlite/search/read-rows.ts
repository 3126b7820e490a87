import type { DatabaseSync } from "node:sqlite";
import type { PassageSource } from "../../search/passages.ts";
import type { CandidateRow } from "../../search/search.ts";
import { fromJson } from "../../sql/json.ts";
import { termsFromBytes } from "../../sql/search/term-hashes.ts";
import type { LoadedSpace } from "./codes/code-reader.ts";
import { joinBlobs } from "./join-blobs.ts";
import { prepareQuery } from "./prepare-query.ts";
import { vectorKey } from "./space-row.ts";

export interface FoundRow {
  readonly id: number;
  readonly scope: number;
  readonly at: number;
  readonly author: string | null;
  readonly terms: Uint32Array;
  /** Exact cosine with the query, if both have vectors. */
  readonly similarity: number | undefined;
  readonly isCandidate: boolean;
}

/** One row for all: lists as JSON, and the blobs of those that have one, in the same order. */
type Columns = [
  ids: string,
  scopes: string,
  times: string,
  authors: string,
  termBytes: string,
  terms: Uint8Array | null,
  hasVector: string,
  halves: Uint8Array | null,
];

export interface RowQuery {
  readonly ids: readonly number[];
  /** Number of neighbors on each side of a row. */
  readonly neighbours: number;
  /** The query's vector and its space; undefined: rows have no similarities. */
  readonly measured: { readonly space: LoadedSpace; readonly vector: Float32Array } | undefined;
}

/** Reads candidates and the rows beside them in their scopes, in order of scope and id. */
export function createRowReader(db: DatabaseSync) {
  const byIds = prepareQuery<Columns>(
    db,
    `select json_group_array(p.id), json_group_array(p.scope), json_group_array(p.at),
        json_group_array(p.author), json_group_array(length(p.terms)), ${joinBlobs("p.terms")},
        json_group_array(length(v.vector) > 0), ${joinBlobs("v.vector")}
      from json_each(?1) j join passages p on p.id = j.value
      left join passage_vectors v on v.key = ?2 + p.id`,
  );
  // Lists are passed as text: a row for each neighbor would take ten times as long.
  const beside = prepareQuery<[string, string]>(
    db,
    `select
        (select json_group_array(id) from (select id from passages
          where scope = p.scope and id < p.id order by id desc limit ?2)),
        (select json_group_array(id) from (select id from passages
          where scope = p.scope and id > p.id order by id limit ?2))
      from json_each(?1) j join passages p on p.id = j.value`,
  );

  return ({ ids, neighbours, measured }: RowQuery): readonly FoundRow[] => {
    const candidates = new Set(ids);
    const all = new Set(ids);
    if (neighbours > 0) {
      for (const [before, after] of beside(JSON.stringify(ids), neighbours)) {
        for (const id of fromJson<readonly number[]>(before)) all.add(id);
        for (const id of fromJson<readonly number[]>(after)) all.add(id);
      }
    }
    const base = measured ? vectorKey(measured.space.id, 0) : null;
    const [columns] = byIds(JSON.stringify([...all]), base);
    return columns ? toRows(columns, { candidates, measured }) : [];
  };
}

function toRows(
  [ids, scopes, times, authors, termBytes, terms, hasVector, halves]: Columns,
  {
    candidates,
    measured,
  }: Pick<RowQuery, "measured"> & { readonly candidates: ReadonlySet<number> },
): readonly FoundRow[] {
  const scopeOf = fromJson<readonly number[]>(scopes);
  const timeOf = fromJson<readonly number[]>(times);
  const authorOf = fromJson<readonly (string | null)[]>(authors);
  const termBytesOf = fromJson<readonly number[]>(termBytes);
  const hashes = termsFromBytes(terms ?? new Uint8Array());
  const isMeasured = fromJson<readonly (number | null)[]>(hasVector);
  const cosines = measured?.space.table.multiply(halves ?? new Uint8Array(), measured.vector);
  let term = 0;
  let cosine = 0;
  return fromJson<readonly number[]>(ids)
    .map((id, at) => {
      const from = term;
      term += (termBytesOf[at] ?? 0) / Uint32Array.BYTES_PER_ELEMENT;
      return {
        id,
        scope: scopeOf[at] ?? 0,
        at: timeOf[at] ?? 0,
        author: authorOf[at] ?? null,
        terms: hashes.subarray(from, term),
        similarity: isMeasured[at] ? cosines?.[cosine++] : undefined,
        isCandidate: candidates.has(id),
      };
    })
    .toSorted((one, other) => one.scope - other.scope || one.id - other.id);
}

/** Returns how often each of the terms occurs among a row's own. */
function countTerms(own: Uint32Array, terms: readonly number[]): readonly number[] {
  const counts = terms.map(() => 0);
  for (let at = 0; at < own.length; at++) {
    const index = terms.indexOf(own[at] ?? 0);
    if (index >= 0) counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

export interface RowFacts {
  readonly terms: readonly number[];
  readonly sources: ReadonlyMap<number, PassageSource>;
}

/**
 * Converts rows for their caller. Two rows are direct neighbors if no row can be between them: one of them
 * was a candidate and the other is its neighbor, or the next one to it.
 */
export function toCandidates(
  rows: readonly FoundRow[],
  { terms, sources }: RowFacts,
  neighbours: number,
): readonly CandidateRow[] {
  const joined = joinNeighbours(rows, neighbours);
  return rows.map(({ id, scope, at, author, terms: own, similarity, isCandidate }, index) => ({
    id,
    scope,
    source: sources.get(scope) ?? "feed",
    at,
    author,
    length: own.length,
    counts: countTerms(own, terms),
    similarity,
    isCandidate,
    previous: joined.has(index) ? index - 1 : undefined,
    next: joined.has(index + 1) ? index + 1 : undefined,
  }));
}

/** Returns indexes of rows that directly follow the previous one. */
function joinNeighbours(rows: readonly FoundRow[], neighbours: number): ReadonlySet<number> {
  const joined = new Set<number>();
  if (neighbours === 0) return joined;
  for (const [index, row] of rows.entries()) {
    if (!row.isCandidate) continue;
    for (let near = index + 1; near <= Math.min(index + neighbours, rows.length - 1); near++)
      if (rows[near]?.scope === row.scope) joined.add(near);
    for (let near = index; near > Math.max(index - neighbours, 0); near--)
      if (rows[near - 1]?.scope === row.scope) joined.add(near);
  }
  return joined;
}
