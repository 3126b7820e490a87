import { indexTerms } from "../../../kernel/text/index-terms.ts";

/** Maximum number of indexed terms; the rest of a long text is found only by meaning. */
const MAX_TERMS = 4096;

/**
 * Hashes a term for the index and its counts: 32 bits of FNV-1a. This way the index contains no word of any
 * text, and no text can be taken for query syntax of the engine.
 */
export function hashTerm(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
  // The low bits of short words are alike without a last stir.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Returns the hashes of a text's terms, in order. */
export function hashTerms(text: string): Uint32Array {
  return Uint32Array.from(indexTerms(text).slice(0, MAX_TERMS), hashTerm);
}

/** Returns the bytes of the hashes, without a copy. */
export function termsToBytes(terms: Uint32Array): Uint8Array {
  return new Uint8Array(terms.buffer, terms.byteOffset, terms.byteLength);
}

/** Reads terms from bytes of the database, which are copied if they are misaligned. */
export function termsFromBytes(bytes: Uint8Array): Uint32Array {
  const { buffer, byteOffset, byteLength } =
    bytes.byteOffset % Uint32Array.BYTES_PER_ELEMENT === 0 ? bytes : new Uint8Array(bytes);
  return new Uint32Array(buffer, byteOffset, byteLength / Uint32Array.BYTES_PER_ELEMENT);
}
