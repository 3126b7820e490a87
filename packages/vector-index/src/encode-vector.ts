import { codeLayout } from "./code-layout.ts";
import { createRotation } from "./rotation.ts";

/** Parameters for making codes; codes of different coders are not comparable. */
export interface Coder {
  readonly dims: number;
  /** Approximate mean of the vectors: the closer it is, the more precise the codes are. */
  readonly centre: Float32Array;
  /** Turns in place. */
  readonly rotate: (vector: Float32Array) => void;
}

export function createCoder(centre: Float32Array): Coder {
  return { dims: centre.length, centre, rotate: createRotation(centre.length) };
}

/**
 * Encodes a vector: subtracts the center and rotates the rest, then stores a sign for each coordinate and
 * two factors as singles, namely the multiplier of a sum of signed coordinates, and the vector's product
 * with the center. (RaBitQ.)
 */
export function encodeVector(vector: Float32Array, { dims, centre, rotate }: Coder): Uint8Array {
  const [bits] = codeLayout(dims).columns;
  const code = new Uint8Array(bits + 8);
  const turned = new Float32Array(dims);
  let offset = 0;
  for (let at = 0; at < dims; at++) {
    const middle = centre[at] ?? 0;
    const value = vector[at] ?? 0;
    turned[at] = value - middle;
    offset += value * middle;
  }
  rotate(turned);
  let squares = 0;
  let sum = 0;
  for (let at = 0; at < dims; at++) {
    const value = turned[at] ?? 0;
    squares += value * value;
    sum += Math.abs(value);
    if (value > 0) code[at >> 3] = (code[at >> 3] ?? 0) | (1 << (at & 7));
  }
  const view = new DataView(code.buffer, bits);
  view.setFloat32(0, sum > 0 ? squares / sum : 0, true);
  view.setFloat32(4, offset, true);
  return code;
}
