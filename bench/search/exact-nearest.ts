/** Keeps the cosines of the nearest vectors to some queries, by a look at every vector. */
export interface ExactNearest {
  look(vector: Float32Array, chat: number): void;
  /** The cosine of a query's tenth nearest, of all and of its chat; -1 where there are fewer. */
  tenth(query: number): { readonly all: number; readonly chat: number };
}

export interface ExactQuery {
  readonly vector: Float32Array;
  readonly chat: number;
}

const NEAREST = 10;

export function createExactNearest(queries: readonly ExactQuery[]): ExactNearest {
  const all = queries.map(() => new Float64Array(NEAREST).fill(-1));
  const own = queries.map(() => new Float64Array(NEAREST).fill(-1));
  return {
    look(vector, chat) {
      for (const [at, query] of queries.entries()) {
        const cosine = multiply(query.vector, vector);
        insert(all[at], cosine);
        if (query.chat === chat) insert(own[at], cosine);
      }
    },
    tenth: (query) => ({ all: all[query]?.[0] ?? -1, chat: own[query]?.[0] ?? -1 }),
  };
}

function multiply(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** Lowest first. */
function insert(best: Float64Array | undefined, value: number): void {
  if (!best || value <= (best[0] ?? -1)) return;
  best[0] = value;
  best.sort();
}
