import { indexTerms } from "../../src/kernel/text/index-terms.ts";
import type { Embedder } from "../../src/llm/embeddings.ts";

const DIMS = 128;

/** Texts are close when they have words in common. */
export const bagEmbedder: Embedder = {
  id: "test/bag",
  dims: DIMS,
  hasPurposes: false,
  embed: async (texts) => texts.map(toVector),
  async [Symbol.asyncDispose]() {},
};

function toVector(text: string): Float32Array {
  const vector = new Float32Array(DIMS);
  for (const term of indexTerms(text)) {
    const hash = hashOf(term);
    for (let bit = 0; bit < 4; bit++) {
      const at = (hash >>> (7 * bit)) % DIMS;
      vector[at] = (vector[at] ?? 0) + ((hash >>> (28 + bit)) & 1 ? 1 : -1);
    }
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector.fill(1 / Math.sqrt(DIMS)) : vector.map((value) => value / length);
}

/** FNV-1a. */
function hashOf(term: string): number {
  let hash = 2_166_136_261;
  for (const character of term)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return hash >>> 0;
}
