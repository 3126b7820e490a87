import { normalizeVector } from "./normalize-vector.ts";

/** The direction of the mean of `count` vectors that lie one behind the other. */
export function meanPool(states: Float32Array, count: number): Float32Array {
  const dims = states.length / count;
  const sum = new Float32Array(dims);
  for (let at = 0; at < states.length; at += dims)
    for (let dim = 0; dim < dims; dim++) sum[dim] = (sum[dim] ?? 0) + (states[at + dim] ?? 0);
  return normalizeVector(sum) ?? sum;
}
