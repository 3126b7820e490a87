import type { DatabaseSync } from "node:sqlite";
import type { SearchQuery } from "../../search.ts";
import { fromJson } from "../../sql/json.ts";
import { prepareQuery } from "./prepare-query.ts";
import { scopeToken, wordToken } from "./word-tokens.ts";

/** How many rows of the index a search may read; the rarest terms come first. */
const POSTINGS = 8000;
/** Of the last one that does not fit so many of its newest rows. */
const NEWEST = 2000;
/** Scopes up to this number are looked for as words, more by what their rows say. */
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

/** Finds passages that share the weightiest terms with the query, best first and no more than `limit`. */
export function createWordFinder(db: DatabaseSync) {
  const matching = prepareQuery<[string]>(
    db,
    `select json_group_array(rowid) from (
      select rowid from passage_words where passage_words match ? order by rowid desc limit ?)`,
  );
  const allowed = prepareQuery<[number]>(
    db,
    `select p.id from json_each(?1) j join passages p on p.id = j.value
      where p.scope in (select value from json_each(?2)) and p.at >= ?3 and p.at < ?4
        and (?5 is null or p.author in (select value from json_each(?5)))`,
  );

  return (query: WordQuery): readonly number[] => {
    const { terms, scopes, limit, total, passages, since, until, authors } = query;
    if (passages === 0) return [];
    const isWhole = passages === total;
    const share = isWhole ? 1 : passages / Math.max(1, total);
    const hasTokens = !isWhole && scopes.length <= SCOPE_TOKENS;
    const within = hasTokens ? ` AND (${scopes.map(scopeToken).join(" OR ")})` : "";
    const scores = new Map<number, number>();
    let left = POSTINGS;
    const rarest = terms
      .filter(({ frequency }) => frequency > 0)
      .toSorted((one, other) => one.frequency - other.frequency);
    for (const { hash, frequency } of rarest) {
      if (left <= 0) break;
      const expected = hasTokens ? frequency * share : frequency;
      const most = expected <= left ? left : Math.min(left, NEWEST);
      const weight = Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5));
      const [rows] = matching(`${wordToken(hash)}${within}`, most);
      const ids = fromJson<readonly number[]>(rows?.[0] ?? "[]");
      for (const id of ids) scores.set(id, (scores.get(id) ?? 0) + weight);
      left -= Math.max(ids.length, 1);
    }
    const sorted = Array.from(scores).toSorted(([a, one], [b, other]) => other - one || b - a);
    const isChecked = !isWhole || since !== undefined || until !== undefined || authors;
    if (!isChecked) return sorted.slice(0, limit).map(([id]) => id);

    const found: number[] = [];
    for (let done = 0; done < sorted.length && found.length < limit; done += CHECKED) {
      const ids = sorted.slice(done, done + CHECKED).map(([id]) => id);
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
