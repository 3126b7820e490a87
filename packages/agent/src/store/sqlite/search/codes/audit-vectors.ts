import type { DatabaseSync } from "node:sqlite";
import type { SearchAudit } from "../../../search/search.ts";
import type { createCodeReader } from "./code-reader.ts";
import type { createVectorFinder } from "./find-by-vector.ts";
import { prepareQuery } from "../prepare-query.ts";
import { SPACE_KEYS } from "../space-row.ts";

export interface AuditOptions {
  readonly sample: number;
  readonly codes: ReturnType<typeof createCodeReader>;
  readonly vectors: ReturnType<typeof createVectorFinder>;
}

const NEAREST = 10;
/** Vectors that are multiplied at once. */
const READ_AT_ONCE = 2048;

/** Looks for stored vectors, spread over all ids, and compares what is found with a look at every vector. */
export function auditVectors(
  db: DatabaseSync,
  { sample, codes, vectors }: AuditOptions,
): SearchAudit {
  const scopes = prepareQuery<[number, number]>(db, "select id, passages from scopes")();
  const passages = scopes.reduce((sum, [, count]) => sum + count, 0);
  const space = codes.catchUp();
  if (!space) return { sampled: 0, recall: 1, vectors: 0, passages, completeTo: 0 };

  const base = space.id * SPACE_KEYS;
  const after = prepareQuery<[number, Uint8Array]>(
    db,
    "select key, vector from passage_vectors where key > ? and key < ? order by key limit ?",
  );
  const queries = spread(sample, space.completeTo)
    .flatMap((id) => after(base + id - 1, base + SPACE_KEYS, 1))
    .filter(([, halves]) => halves.length > 0)
    .map(([, halves]) => Float32Array.from(new Float16Array(halves.slice().buffer)));

  const exact = queries.map(() => new Map<number, number>());
  let last = base;
  for (;;) {
    const rows = after(last, base + SPACE_KEYS, READ_AT_ONCE);
    const known = rows.filter(([, halves]) => halves.length > 0);
    const halves = Buffer.concat(known.map(([, bytes]) => bytes));
    for (const [at, vector] of queries.entries()) {
      const best = exact[at];
      const products = space.table.multiply(halves, vector);
      for (const [index, [key]] of known.entries()) best?.set(key - base, products[index] ?? 0);
      exact[at] = nearest(best ?? new Map());
    }
    last = rows.at(-1)?.[0] ?? last;
    if (rows.length < READ_AT_ONCE) break;
  }

  let wanted = 0;
  let found = 0;
  for (const [at, vector] of queries.entries()) {
    const query = { vector, scopes: scopes.map(([id]) => id), limit: NEAREST };
    // Do not compare all vectors if there are few: this audits the codes.
    const hits = vectors.find({ ...query, passages: Infinity }, space);
    const best = Array.from(exact[at]?.values() ?? []);
    const worst = Math.min(...best);
    wanted += best.length;
    // Equal texts have equal vectors: any of them is as good.
    found += Math.min(best.length, Array.from(hits.values()).filter((one) => one >= worst).length);
  }
  return {
    sampled: queries.length,
    recall: wanted > 0 ? found / wanted : 1,
    vectors: space.table.size,
    passages,
    completeTo: space.completeTo,
  };
}

function nearest(found: ReadonlyMap<number, number>): Map<number, number> {
  const sorted = Array.from(found).toSorted(([, one], [, other]) => other - one);
  return new Map(sorted.slice(0, NEAREST));
}

/** Numbers up to `last`, in equal steps. */
function spread(count: number, last: number): readonly number[] {
  return Array.from({ length: Math.min(count, last) }, (_, at) =>
    Math.ceil(((at + 0.5) * last) / Math.min(count, last)),
  );
}
