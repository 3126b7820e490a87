import type { Coder } from "./encode-vector.ts";

/** Steps between the sixteen values that a query's coordinate can take. */
const STEPS = 15;

/** A query as the loops take it. */
export interface CodedQuery {
  /** Signs, as codes have them. */
  readonly signs: Uint8Array;
  /** Four planes of one bit a coordinate, the lowest first. */
  readonly planes: readonly Uint8Array[];
  readonly low: number;
  readonly step: number;
  /** Sum of the rounded coordinates. */
  readonly total: number;
  /** Part of a cosine that the estimate does not include. */
  readonly offset: number;
}

/** Prepares a query for the codes of a coder: four bits a coordinate, and what estimates are corrected with. */
export function encodeQuery(vector: Float32Array, { dims, centre, rotate }: Coder): CodedQuery {
  const turned = new Float32Array(dims);
  let offset = 0;
  for (let at = 0; at < dims; at++) {
    const middle = centre[at] ?? 0;
    turned[at] = (vector[at] ?? 0) - middle;
    offset += middle * (turned[at] ?? 0);
  }
  rotate(turned);
  let low = Infinity;
  let high = -Infinity;
  for (let at = 0; at < dims; at++) {
    low = Math.min(low, turned[at] ?? 0);
    high = Math.max(high, turned[at] ?? 0);
  }
  const step = (high - low) / STEPS || 1e-9;
  const signs = new Uint8Array(dims / 8);
  const first = new Uint8Array(dims / 8);
  const second = new Uint8Array(dims / 8);
  const third = new Uint8Array(dims / 8);
  const fourth = new Uint8Array(dims / 8);
  let total = 0;
  // No iterators here: they take longer than the loop itself.
  for (let at = 0; at < dims; at++) {
    const value = turned[at] ?? 0;
    const level = Math.round((value - low) / step);
    total += low + step * level;
    const byte = at >> 3;
    const bit = 1 << (at & 7);
    if (value > 0) signs[byte] = (signs[byte] ?? 0) | bit;
    if (level & 1) first[byte] = (first[byte] ?? 0) | bit;
    if (level & 2) second[byte] = (second[byte] ?? 0) | bit;
    if (level & 4) third[byte] = (third[byte] ?? 0) | bit;
    if (level & 8) fourth[byte] = (fourth[byte] ?? 0) | bit;
  }
  return { signs, planes: [first, second, third, fourth], low, step, total, offset };
}
