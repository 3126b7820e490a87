import { type Estimates, dayOf } from "one-bit-vectors";
import type { DatabaseSync } from "node:sqlite";
import type { SearchQuery } from "../../../search/search.ts";
import { fromJson } from "../../../sql/json.ts";
import type { LoadedSpace } from "./code-reader.ts";
import { prepareQuery } from "../prepare-query.ts";
import { joinBlobs } from "../join-blobs.ts";
import { SPACE_KEYS, vectorKey } from "../space-row.ts";

/** Ids and their exact cosines. */
export type Similarities = Map<number, number>;

/** Scopes with fewer passages together are looked through one by one. */
const FEW = 3000;
/** Vectors that are read at once, and at most, in the order of their estimates; so many are mostly enough. */
const READ_AT_ONCE = 64;
const MAX_READ = 6000;
const MOSTLY_READ = 512;
/** Until so many of the best are certain. */
const CERTAIN = 10;
/** Number of standard deviations by which an estimate may be too low. */
const MARGIN = 2.5;

export type VectorQuery = Pick<SearchQuery, "scopes" | "since" | "until" | "authors"> & {
  readonly vector: Float32Array;
  readonly limit: number;
  /** Passages in the scopes. */
  readonly passages: number;
};

/** Finds the nearest vectors: estimated by their codes, then measured until the best are certain. */
export function createVectorFinder(db: DatabaseSync) {
  const byKeys = prepareQuery<Vectors>(
    db,
    `select ${VECTORS} from json_each(?1) j join passage_vectors v on v.key = j.value
      where length(v.vector) > 0`,
  );
  const byKeysIn = prepareQuery<Vectors>(
    db,
    `select ${VECTORS} from json_each(?1) j
      join passage_vectors v on v.key = j.value join passages p on p.id = v.key - ?2
      where length(v.vector) > 0 and p.at >= ?3 and p.at < ?4
        and (?5 is null or p.author in (select value from json_each(?5)))`,
  );
  const inScopes = prepareQuery<Vectors>(
    db,
    `select ${VECTORS} from json_each(?1) s
      join passages p on p.scope = s.value join passage_vectors v on v.key = p.id + ?2
      where length(v.vector) > 0 and p.at >= ?3 and p.at < ?4
        and (?5 is null or p.author in (select value from json_each(?5)))`,
  );

  return {
    /** The `limit` nearest at least as far as they are certain, in no order. */
    find(query: VectorQuery, space: LoadedSpace): Similarities {
      const { vector, scopes, limit, since, until, authors } = query;
      const base = space.id * SPACE_KEYS;
      const bounds = boundsOf(query);
      if (query.passages <= FEW) {
        const rows = inScopes(JSON.stringify(scopes), base, ...bounds);
        return best(measure(rows, space, vector), limit);
      }
      const days = [
        since === undefined ? 0 : dayOf(since),
        until === undefined ? 0xffff : dayOf(until - 1),
      ] as const;
      const isBounded = since !== undefined || until !== undefined || authors !== undefined;
      const estimates = space.table.estimate(vector, { scopes, days }, MOSTLY_READ);
      return readUntilCertain(estimates, limit, (ids) => {
        const keys = JSON.stringify(Array.from(ids, (id) => vectorKey(space.id, id)));
        const rows = isBounded ? byKeysIn(keys, base, ...bounds) : byKeys(keys);
        return measure(rows, space, vector);
      });
    },
  };
}

/** Texts that could not be embedded have no vector. */
type Vectors = [keys: string, halves: Uint8Array | null];

const VECTORS = `json_group_array(v.key), ${joinBlobs("v.vector")}`;

/** Returns the exact cosines of joined vectors. */
function measure(
  [joined]: readonly Vectors[],
  { id, table }: LoadedSpace,
  vector: Float32Array,
): Similarities {
  const [keys, halves] = joined ?? ["[]", null];
  const cosines = table.multiply(halves ?? new Uint8Array(), vector);
  const known = fromJson<readonly number[]>(keys);
  return new Map(known.map((key, at) => [key - id * SPACE_KEYS, cosines[at] ?? 0]));
}

function boundsOf({ since, until, authors }: VectorQuery) {
  return [
    since ?? -Number.MAX_SAFE_INTEGER,
    until ?? Number.MAX_SAFE_INTEGER,
    authors ? JSON.stringify(authors) : null,
  ] as const;
}

function readUntilCertain(
  estimates: Estimates,
  limit: number,
  read: (ids: Uint32Array) => Similarities,
): Similarities {
  const found: Similarities = new Map();
  const highest = createHighest(CERTAIN);
  let { ids, cosines } = estimates;
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (let done = 0; done < ids.length; done += READ_AT_ONCE) {
    const some = ids.subarray(done, done + READ_AT_ONCE);
    const exact = read(some);
    for (let at = 0; at < some.length; at++) {
      const id = some[at] ?? 0;
      const cosine = exact.get(id);
      if (cosine === undefined) continue;
      const error = cosine - (cosines[done + at] ?? 0);
      count += 1;
      sum += error;
      squares += error * error;
      found.set(id, cosine);
      highest.add(cosine);
    }
    if (done + READ_AT_ONCE === MOSTLY_READ) ({ ids, cosines } = estimates.more(MAX_READ));
    const next = cosines[done + READ_AT_ONCE];
    if (next === undefined) break;
    if (count < Math.max(limit, CERTAIN)) continue;
    const mean = sum / count;
    const deviation = Math.sqrt(Math.max(1e-9, squares / count - mean * mean));
    if (next + Math.max(0, mean) + MARGIN * deviation < highest.least) break;
  }
  return best(found, limit);
}

/** Collects the `count` highest of many cosines. */
function createHighest(count: number) {
  const highest = new Float64Array(count).fill(-1);
  return {
    /** The lowest of the highest; -1 as long as there are fewer. */
    get least() {
      return highest[0] ?? -1;
    },
    add(cosine: number) {
      let at = 0;
      for (; at + 1 < count && (highest[at + 1] ?? 1) < cosine; at++)
        highest[at] = highest[at + 1] ?? -1;
      if ((highest[at] ?? 1) < cosine) highest[at] = cosine;
    },
  };
}

function best(found: Similarities, limit: number): Similarities {
  if (found.size <= limit) return found;
  const sorted = Array.from(found).toSorted(([, one], [, other]) => other - one);
  return new Map(sorted.slice(0, limit));
}
