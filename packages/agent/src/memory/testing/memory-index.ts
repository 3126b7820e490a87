import { indexTerms } from "../../kernel/text/index-terms.ts";
import type { NewPassage, Passage, PassageStore, Scope } from "../../store/search/passages.ts";
import type { Candidates, PassageSearch, SearchQuery } from "../../store/search/search.ts";

interface Entry extends Passage {
  readonly number: number;
  readonly terms: readonly string[];
  readonly vector: Float32Array | undefined;
}

export interface MemoryIndex {
  readonly passages: Pick<PassageStore, "scopes" | "spaces" | "byIds">;
  readonly search: Pick<PassageSearch, "find">;
  /** Adds a passage and returns its id; the first is 1. */
  add(passage: NewPassage, vector?: Float32Array): number;
}

/** The embedder whose vectors are in the index. */
export const MEMORY_MODEL = "test/memory";

/** Passages held in memory and searched by looking at every one. */
export function createMemoryIndex(): MemoryIndex {
  const scopes: Scope[] = [];
  const entries: Entry[] = [];

  const numberOf = ({ tenant, audience, chat, source }: NewPassage["scope"]) => {
    const known = scopes.find(
      (scope) =>
        scope.tenant === tenant &&
        scope.audience === audience &&
        scope.chat === chat &&
        scope.source === source,
    );
    if (known) return known.id;
    const id = scopes.length + 1;
    scopes.push({ id, tenant, audience, chat, source, passages: 0 });
    return id;
  };

  return {
    add(passage, vector) {
      const id = entries.length + 1;
      const terms = indexTerms(`${passage.author ?? ""} ${passage.text}`);
      entries.push({ ...passage, id, number: numberOf(passage.scope), terms, vector });
      return id;
    },
    passages: {
      scopes: async (tenant, { after = 0 } = {}) =>
        scopes.filter((scope) => scope.tenant === tenant && scope.id > after),
      spaces: async () => [
        {
          id: 1,
          model: MEMORY_MODEL,
          dims: entries.find(({ vector }) => vector)?.vector?.length ?? 1,
          state: "active",
          completeTo: entries.length,
        },
      ],
      byIds: async (ids) => entries.filter(({ id }) => ids.includes(id)),
    },
    search: { find: async (query) => find(entries, query) },
  };
}

function find(entries: readonly Entry[], query: SearchQuery): Candidates {
  const { terms, limits } = query;
  const frequencies = terms.map(
    (term) => entries.filter((entry) => entry.terms.includes(term)).length,
  );
  const rows = entries
    .filter((entry) => query.scopes.includes(entry.number))
    .toSorted((one, other) => one.number - other.number || one.id - other.id)
    .map((entry, position) => ({
      entry,
      position,
      counts: terms.map((term) => entry.terms.filter((other) => other === term).length),
      similarity: query.vector && entry.vector && dot(query.vector, entry.vector),
    }));
  type Row = (typeof rows)[number];

  const words = ({ counts }: Row) =>
    counts.reduce((sum, count, at) => sum + (count > 0 ? 1 / (frequencies[at] ?? 1) : 0), 0);
  const best = (limit: number, worth: (row: Row) => number) =>
    rows
      .filter((row) => isAskedFor(row.entry, query) && worth(row) > -1)
      .toSorted((one, other) => worth(other) - worth(one))
      .slice(0, limit);
  const found = new Set([
    ...best(limits.words, (row) => words(row) || -1),
    ...best(limits.vectors, ({ similarity }) => similarity ?? -1),
  ]);
  const isNear = (row: Row) =>
    rows
      .slice(Math.max(0, row.position - limits.neighbours), row.position + limits.neighbours + 1)
      .some((other) => found.has(other) && other.entry.number === row.entry.number);
  const kept = rows.filter(isNear);
  const linkTo = (row: Row, at: number) => {
    const other = kept[at];
    const isDirect = other && Math.abs(other.position - row.position) === 1;
    return isDirect && other.entry.number === row.entry.number ? at : undefined;
  };

  return {
    total: entries.length,
    averageLength: entries.reduce((sum, entry) => sum + entry.terms.length, 0) / entries.length,
    frequencies,
    completeTo: entries.findLastIndex(({ vector }) => vector) + 1,
    rows: kept.map((row, at) => ({
      id: row.entry.id,
      scope: row.entry.number,
      source: row.entry.scope.source,
      at: row.entry.at,
      author: row.entry.author,
      length: row.entry.terms.length,
      counts: row.counts,
      similarity: row.similarity,
      isCandidate: found.has(row),
      previous: linkTo(row, at - 1),
      next: linkTo(row, at + 1),
    })),
  };
}

function isAskedFor({ at, author }: Entry, { since, until, authors }: SearchQuery): boolean {
  const isInTime = at >= (since ?? 0) && at < (until ?? Infinity);
  return isInTime && (authors === undefined || (author !== null && authors.includes(author)));
}

function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}
