import type { DatabaseSync } from "node:sqlite";
import { termsFromBytes } from "../../sql/search/term-hashes.ts";
import { prepareQuery } from "./prepare-query.ts";
import { wordToken } from "./word-tokens.ts";

/** Passages that are looked at to know the common terms. */
const SAMPLE = 20_000;
/** Threshold below which a term is counted in the index instead. */
const FEWEST = 50;
/** Threshold below which a term is counted each time: a new term must not be taken for missing. */
const RARE = 500;
/** Factor by which the index may grow until terms are recounted. */
const GROWTH = 1.1;

/**
 * Estimates the number of passages that contain a term. Counting a common one takes as long as reading all
 * its rows, so common ones are estimated from a sample, with an error of a few percent.
 */
export function createTermFrequencies(db: DatabaseSync): (term: number, total: number) => number {
  db.exec(
    "create virtual table temp.passage_terms using fts5vocab('main', 'passage_words', 'row')",
  );
  const counted = prepareQuery<[number]>(db, "select doc from temp.passage_terms where term = ?");
  const newest = prepareQuery<[number | null]>(db, "select max(id) from passages");
  const sampled = prepareQuery<[Uint8Array]>(
    db,
    "select terms from passages where id in (select value from json_each(?))",
  );
  const kept = new Map<number, number>();
  let shares: ReadonlyMap<number, number> = new Map();
  let knownAt = 0;

  const look = (total: number) => {
    kept.clear();
    knownAt = total;
    const last = newest()[0]?.[0] ?? 0;
    shares = total > 2 * SAMPLE ? sharesIn(sampled(JSON.stringify(spread(last)))) : new Map();
  };

  return (term, total) => {
    if (total > knownAt * GROWTH || total < knownAt / GROWTH) look(total);
    const share = shares.get(term);
    if (share !== undefined) return Math.round(share * total);
    const known = kept.get(term);
    if (known !== undefined) return known;
    const count = counted(wordToken(term))[0]?.[0] ?? 0;
    if (count >= RARE) kept.set(term, count);
    return count;
  };
}

/** Ids in equal steps up to the last. */
function spread(last: number): readonly number[] {
  const step = Math.max(1, last / SAMPLE);
  return Array.from({ length: Math.floor(last / step) }, (_, at) => Math.floor((at + 1) * step));
}

/** Returns the share of passages that contain each term, only for terms that are in enough of them. */
function sharesIn(rows: readonly (readonly [Uint8Array])[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const [terms] of rows)
    for (const term of new Set(termsFromBytes(terms)))
      counts.set(term, (counts.get(term) ?? 0) + 1);
  return new Map(
    Array.from(counts)
      .filter(([, count]) => count >= FEWEST)
      .map(([term, count]) => [term, count / rows.length]),
  );
}
