import type { DatabaseSync } from "node:sqlite";
import type { PassageSource } from "../../search/passages.ts";
import type { Candidates, SearchAudit, SearchQuery } from "../../search/search.ts";
import { hashTerm } from "../../sql/search/term-hashes.ts";
import { auditVectors } from "./codes/audit-vectors.ts";
import { createCodeReader } from "./codes/code-reader.ts";
import { createVectorFinder } from "./codes/find-by-vector.ts";
import { createWordFinder } from "./find-by-words.ts";
import { prepareQuery } from "./prepare-query.ts";
import { createRowReader, toCandidates } from "./read-rows.ts";
import { createTermFrequencies } from "./term-frequencies.ts";

/** Searches over one connection, in its own thread. Every call sees all that is committed. */
export interface PassageFinder {
  /** Reads the codes, so that the first search does not have to. */
  warmUp(): void;
  find(query: SearchQuery): Candidates;
  audit(sample: number): SearchAudit;
}

export function createPassageFinder(db: DatabaseSync): PassageFinder {
  const codes = createCodeReader(db);
  const vectors = createVectorFinder(db);
  const findByWords = createWordFinder(db);
  const frequencyOf = createTermFrequencies(db);
  const readRows = createRowReader(db);
  const readScopes = prepareQuery<[number, PassageSource, number, number]>(
    db,
    "select id, source, passages, terms from scopes",
  );

  const find = (query: SearchQuery): Candidates => {
    const space = codes.catchUp();
    const scopes = readScopes();
    const total = scopes.reduce((sum, [, , passages]) => sum + passages, 0);
    const length = scopes.reduce((sum, [, , , terms]) => sum + terms, 0);
    const allowed = new Set(query.scopes);
    const sources = new Map<number, PassageSource>();
    let passages = 0;
    for (const [id, source, count] of scopes) {
      if (!allowed.has(id)) continue;
      sources.set(id, source);
      passages += count;
    }
    const terms = query.terms.map(hashTerm);
    const frequencies = terms.map((term) => frequencyOf(term, total));

    const hits = findByWords({
      ...query,
      terms: terms.map((hash, at) => ({ hash, frequency: frequencies[at] ?? 0 })),
      limit: query.limits.words,
      total,
      passages,
    });
    const vector = space && comparable(query, space);
    const nearest =
      space && vector
        ? vectors.find({ ...query, vector, limit: query.limits.vectors, passages }, space)
        : new Map<number, number>();
    const { neighbours } = query.limits;
    const ids = [...new Set([...hits, ...nearest.keys()])];
    const rows = readRows({ ids, neighbours, measured: space && vector && { space, vector } });
    return {
      total,
      averageLength: total > 0 ? length / total : 0,
      frequencies,
      rows: toCandidates(rows, { terms, sources }, neighbours),
      completeTo: space?.completeTo ?? 0,
    };
  };

  /** Runs reads in one transaction, so that they see a single state despite concurrent writes. */
  const inTransaction = <Result>(work: () => Result): Result => {
    db.exec("begin");
    try {
      return work();
    } finally {
      db.exec("commit");
    }
  };

  return {
    warmUp: () => {
      inTransaction(() => {
        codes.catchUp();
        frequencyOf(
          0,
          readScopes().reduce((sum, [, , passages]) => sum + passages, 0),
        );
      });
    },
    find: (query) => inTransaction(() => find(query)),
    audit: (sample) => inTransaction(() => auditVectors(db, { sample, codes, vectors })),
  };
}

function comparable(
  { vector, space: wanted }: SearchQuery,
  space: { readonly id: number; readonly dims: number },
): Float32Array | undefined {
  if (vector?.length !== space.dims) return undefined;
  return wanted === undefined || wanted === space.id ? vector : undefined;
}
