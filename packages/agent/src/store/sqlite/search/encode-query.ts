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
  /** What a cosine has beyond an estimate. */
  readonly offset: number;
}

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
  for (const value of turned) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const step = (high - low) / STEPS || 1e-9;
  const signs = new Uint8Array(dims / 8);
  const planes = Array.from({ length: 4 }, () => new Uint8Array(dims / 8));
  let total = 0;
  for (const [at, value] of turned.entries()) {
    const level = Math.round((value - low) / step);
    total += low + step * level;
    const byte = at >> 3;
    const bit = 1 << (at & 7);
    if (value > 0) signs[byte] = (signs[byte] ?? 0) | bit;
    for (const [plane, bytes] of planes.entries())
      if ((level >> plane) & 1) bytes[byte] = (bytes[byte] ?? 0) | bit;
  }
  return { signs, planes, low, step, total, offset };
}
