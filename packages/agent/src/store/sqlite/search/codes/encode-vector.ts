import { codeLayout } from "./code-layout.ts";
import { createRotation } from "./rotation.ts";

/** Parameters for making codes; codes of different coders are not comparable. */
export interface Coder {
  readonly dims: number;
  /** About the mean of the vectors: the less codes are off, the better they tell. */
  readonly centre: Float32Array;
  /** Turns in place. */
  readonly rotate: (vector: Float32Array) => void;
}

export function createCoder(centre: Float32Array): Coder {
  return { dims: centre.length, centre, rotate: createRotation(centre.length) };
}

/**
 * The code of a vector: a sign for each coordinate of what is left when the centre is taken
 * away and the rest turned, then two factors as singles: by how much a sum of signed
 * coordinates is to be multiplied, and the vector's product with the centre. (RaBitQ.)
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
