/** `model` names how a text was embedded: the same text under the same name has the same vector. */
export interface CachedText {
  readonly model: string;
  readonly text: string;
}

export interface EmbeddingCacheChanges {
  readonly added: readonly (CachedText & { readonly vector: Float32Array })[];
  readonly used: readonly CachedText[];
  /** Whether to look for entries that are too old, or too many. */
  readonly isTrimDue: boolean;
}

/** Maximum age and number of entries to keep, and how many to delete at once: a commit must not take long. */
export interface EmbeddingCacheLimits {
  readonly ageMs: number;
  readonly entries: number;
  readonly atOnce: number;
}

/** Two months and 50,000 vectors; a commit drops at most a thousand. */
export const EMBEDDING_CACHE_LIMITS: EmbeddingCacheLimits = {
  ageMs: 60 * 86_400_000,
  entries: 50_000,
  atOnce: 1000,
};

/** Vectors of texts, stored in half precision. Texts are identified by their digests only. */
export interface EmbeddingCacheStore {
  /** The vectors that are there, by text. */
  find(model: string, texts: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>;
  /** Stores new vectors of an embedder, and removes the least recently used ones if a trim is due. */
  write(
    changes: EmbeddingCacheChanges,
    options: { readonly now: number; readonly limits?: EmbeddingCacheLimits },
  ): Promise<void>;
  /** Removes the vectors of texts, whichever model made them. Returns how many there were. */
  forget(texts: readonly string[]): Promise<number>;
  count(): Promise<number>;
}
