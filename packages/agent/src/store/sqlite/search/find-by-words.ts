import type { DatabaseSync } from "node:sqlite";
import type { SearchQuery } from "../../search/search.ts";
import { fromJson } from "../../sql/json.ts";
import { createHeap } from "./codes/create-heap.ts";
import { prepareQuery } from "./prepare-query.ts";
import { scopeToken, wordToken } from "./word-tokens.ts";

/** Maximum number of index rows that a search may read; the rarest terms come first. */
const POSTINGS = 8000;
/** Maximum number of newest rows to read for the last term if not all of its rows fit. */
const NEWEST = 2000;
/** Maximum number of scopes to look up as words; more are checked by the columns of their rows. */
const SCOPE_TOKENS = 64;

export type WordQuery = Pick<SearchQuery, "scopes" | "since" | "until" | "authors"> & {
  readonly terms: readonly WeightedTerm[];
  readonly limit: number;
  readonly total: number;
  /** Passages in the scopes. */
  readonly passages: number;
};

export interface WeightedTerm {
  readonly hash: number;
  readonly frequency: number;
}

/** Finds passages that share the most significant terms with the query, best first and at most `limit`. */
export function createWordFinder(db: DatabaseSync) {
  const matching = prepareQuery<[string]>(
    db,
    `select json_group_array(rowid) from (
      select rowid from passage_words where passage_words match ? order by rowid desc limit ?)`,
  );
  const allMatching = prepareQuery<[string]>(
    db,
    "select json_group_array(rowid) from passage_words where passage_words match ?",
  );
  const allowed = prepareQuery<[number]>(
    db,
    `select p.id from json_each(?1) j join passages p on p.id = j.value
      where p.scope in (select value from json_each(?2)) and p.at >= ?3 and p.at < ?4
        and (?5 is null or p.author in (select value from json_each(?5)))`,
  );

  const scores = createScores();

  return (query: WordQuery): readonly number[] => {
    const { terms, scopes, limit, total, passages, since, until, authors } = query;
    if (passages === 0) return [];
    const isWhole = passages === total;
    const share = isWhole ? 1 : passages / Math.max(1, total);
    const hasTokens = !isWhole && scopes.length <= SCOPE_TOKENS;
    const within = hasTokens ? ` AND (${scopes.map(scopeToken).join(" OR ")})` : "";
    scores.clear();
    let left = POSTINGS;
    const rarest = terms
      .filter(({ frequency }) => frequency > 0)
      .toSorted((one, other) => one.frequency - other.frequency);
    for (const { hash, frequency } of rarest) {
      if (left <= 0) break;
      const expected = hasTokens ? frequency * share : frequency;
      const most = expected <= left ? left : Math.min(left, NEWEST);
      const weight = Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5));
      const text = `${wordToken(hash)}${within}`;
      // Passing rows on to be counted takes as long as finding them.
      const [rows] = frequency <= left ? allMatching(text) : matching(text, most);
      const ids = fromJson<readonly number[]>(rows?.[0] ?? "[]");
      scores.add(ids, weight);
      left -= Math.max(ids.length, 1);
    }
    const best = scores.best();
    const isChecked = !isWhole || since !== undefined || until !== undefined || authors;
    if (!isChecked) return best.take(limit);

    const found: number[] = [];
    while (found.length < limit) {
      const ids = best.take(CHECKED);
      if (ids.length === 0) break;
      const rows = allowed(
        JSON.stringify(ids),
        JSON.stringify(scopes),
        since ?? -Number.MAX_SAFE_INTEGER,
        until ?? Number.MAX_SAFE_INTEGER,
        authors ? JSON.stringify(authors) : null,
      );
      const good = new Set(rows.map(([id]) => id));
      found.push(...ids.filter((id) => good.has(id)));
    }
    return found.slice(0, limit);
  };
}

/** Rows whose scope, time and author are looked at together. */
const CHECKED = 256;

/**
 * Sums weights by id in a reused array as long as the highest id, because looking thousands of ids up in a
 * map takes ten times as long.
 */
function createScores() {
  let sums = new Float64Array();
  let present: number[] = [];

  const makeRoom = (highest: number) => {
    const longer = new Float64Array(Math.ceil((highest + 1) * GROWTH));
    longer.set(sums);
    sums = longer;
  };

  return {
    clear() {
      for (const id of present) sums[id] = 0;
      present = [];
    },
    /** Adds a weight above zero to each of the ids. */
    add(ids: readonly number[], weight: number) {
      for (const id of ids) {
        if (id >= sums.length) makeRoom(id);
        const sum = sums[id] ?? 0;
        if (sum === 0) present.push(id);
        sums[id] = sum + weight;
      }
    },
    /** The ids with the highest sums first, of equal ones the highest id. */
    best() {
      return createHeap([...present], (one, other) => {
        const difference = (sums[one] ?? 0) - (sums[other] ?? 0);
        return difference > 0 || (difference === 0 && one > other);
      });
    },
  };
}

/** Ids rise with every message: room for some more of them. */
const GROWTH = 1.25;
