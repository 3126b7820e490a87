import type { VectorSpace } from "../../search/passages.ts";

/** A row of `spaces`. */
export interface SpaceRow {
  readonly id: number;
  readonly model: string;
  readonly dims: number;
  /** `gone`: no longer read, and its rows are removed little by little. */
  readonly state: VectorSpace["state"] | "gone";
  readonly complete_to: number;
  readonly vectors: number;
  /** Sum of all vectors that were ever added, as doubles. */
  readonly sum: Uint8Array;
  /** See `Coder`, as singles. */
  readonly centre: Uint8Array;
  /** Rises when all vectors are recoded with another center. */
  readonly generation: number;
  /** The centre of the generation in the making, and up to which passage it has codes. */
  readonly next_centre: Uint8Array | null;
  readonly next_to: number;
}

/** Vectors of all spaces are in one table: the key is the space's number, then the passage's. */
export const SPACE_KEYS = 2 ** 40;

/** Returns the key of a passage's vector in a space. */
export function vectorKey(space: number, passage: number): number {
  return space * SPACE_KEYS + passage;
}

/** Copies numbers from the database, whose bytes may be misaligned. */
export function singlesOf(bytes: Uint8Array): Float32Array {
  return new Float32Array(bytes.slice().buffer);
}

/** Does the same for numbers of double precision. */
export function doublesOf(bytes: Uint8Array): Float64Array {
  return new Float64Array(bytes.slice().buffer);
}

/** Numbers for the database, without a copy. */
export function bytesOf(numbers: Float32Array | Float64Array | Float16Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}
