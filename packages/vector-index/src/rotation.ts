/**
 * Creates a rotation for vectors whose length is a multiple of 64: random but always the same, so that
 * information is spread over all coordinates and signs alone preserve much of it. Keeps lengths and angles.
 * Works in place.
 */
export function createRotation(dims: number): (vector: Float32Array) => void {
  const random = mulberry32(dims);
  const block = dims & -dims;
  const scale = 1 / Math.sqrt(block);
  const scratch = new Float32Array(dims);
  const rounds = Array.from({ length: ROUNDS }, () => ({
    signs: Float32Array.from({ length: dims }, () => (random() < 0.5 ? -scale : scale)),
    order: shuffled(dims, random),
  }));
  return (vector) => {
    for (const { signs, order } of rounds) {
      for (let at = 0; at < dims; at++) scratch[at] = (vector[at] ?? 0) * (signs[at] ?? 0);
      for (let at = 0; at < dims; at += block) transform(scratch, { at, block });
      for (let at = 0; at < dims; at++) vector[at] = scratch[order[at] ?? 0] ?? 0;
    }
  };
}

/** Three rounds are as good as any rotation here. */
const ROUNDS = 3;

/** Applies the fast Walsh-Hadamard transform to a part of a vector. */
function transform(vector: Float32Array, { at, block }: { at: number; block: number }): void {
  for (let half = 1; half < block; half *= 2) {
    for (let from = at; from < at + block; from += 2 * half) {
      for (let one = from; one < from + half; one++) {
        const a = vector[one] ?? 0;
        const b = vector[one + half] ?? 0;
        vector[one] = a + b;
        vector[one + half] = a - b;
      }
    }
  }
}

function shuffled(length: number, random: () => number): Uint32Array {
  const order = Uint32Array.from({ length }, (_, at) => at);
  for (let at = length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const kept = order[at] ?? 0;
    order[at] = order[other] ?? 0;
    order[other] = kept;
  }
  return order;
}

/** Codes on disk depend on it: the same numbers for ever. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
