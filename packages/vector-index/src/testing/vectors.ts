/** Numbers from 0 to 1 that are the same with each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface MixtureOptions {
  readonly dims: number;
  readonly topics: number;
  readonly seed?: number;
  /** Added to every vector before it is brought to length 1: how alike unrelated ones are. */
  readonly shared?: number;
}

/** Vectors of length 1 that gather around topics, as those of texts do. */
export function mixture(
  count: number,
  { dims, topics, seed = 1, shared = 0.4 }: MixtureOptions,
): readonly Float32Array[] {
  const centres = seeded(77);
  const middles = Array.from({ length: topics }, () => gaussians(dims, centres));
  const common = gaussians(dims, centres);
  const random = seeded(seed);
  return Array.from({ length: count }, () => {
    const middle = middles[Math.floor(random() ** 2 * topics)] ?? common;
    const own = gaussians(dims, random);
    return normalized(
      own.map((value, at) => value + (middle[at] ?? 0) + shared * 2 * (common[at] ?? 0)),
    );
  });
}

function normalized(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Indexes of the vectors nearest to a query, by a look at all. */
export function nearestOf(
  query: Float32Array,
  vectors: readonly Float32Array[],
  count: number,
): readonly number[] {
  return vectors
    .map((vector, at) => ({
      at,
      cosine: vector.reduce((sum, value, dim) => sum + value * (query[dim] ?? 0), 0),
    }))
    .toSorted((one, other) => other.cosine - one.cosine)
    .slice(0, count)
    .map(({ at }) => at);
}

function gaussians(dims: number, random: () => number): Float32Array {
  return Float32Array.from(
    { length: dims },
    () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  );
}
