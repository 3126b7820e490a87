import type { Embedder } from "../embeddings.ts";

const DIMS = 64;

/**
 * An embedder that needs no model: texts that share words lie close to each other,
 * and the same text has the same vector everywhere.
 */
export function tinyEmbedder(id = "test/tiny"): Embedder {
  return {
    id,
    dims: DIMS,
    hasPurposes: false,
    embed: async (texts) => texts.map(toVector),
    [Symbol.asyncDispose]: async () => {},
  };
}

function toVector(text: string): Float32Array {
  const vector = new Float32Array(DIMS);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [""]) {
    const place = hashOf(word) % DIMS;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** FNV-1a. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1)
    hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
