import type {
  CachedEmbedder,
  EmbeddedText,
  Embedder,
  EmbedOptions,
  EmbeddingLookup,
  EmbeddingPurpose,
} from "../embeddings.ts";
import { createRecent } from "./recent.ts";

export interface CacheOptions {
  /** Looks up texts that are not in memory. */
  readonly lookUp: EmbeddingLookup;
  /** Maximum number of vectors in memory. */
  readonly size?: number;
}

type EmbeddedVector = EmbeddedText & { readonly vector: Float32Array };

interface FetchedVector extends EmbeddedVector {
  /** Whether it was not on disk. */
  readonly isNew: boolean;
}

const SIZE = 500;

/** Maximum number of changes that wait to be written. */
const MAX_CHANGES = 2000;

/** Number of new entries after which to remove old ones. */
const TRIM_EVERY = 500;

/**
 * Creates an embedder that computes only vectors that are neither in memory nor on disk. Owns the
 * given embedder.
 */
export function createCachedEmbedder(
  embedder: Embedder,
  { lookUp, size = SIZE }: CacheOptions,
): CachedEmbedder {
  const memory = createRecent<EmbeddedVector>(size);
  const added = createRecent<EmbeddedVector>(MAX_CHANGES);
  const used = createRecent<EmbeddedText>(MAX_CHANGES);
  /**
   * Texts that running calls wait for. A text that is forgotten meanwhile is removed and not
   * stored.
   */
  const open = new Set<Set<string>>();
  let addedSinceTrim = TRIM_EVERY;

  const fetchAll = async (
    model: string,
    texts: readonly string[],
    options: EmbedOptions,
  ): Promise<readonly FetchedVector[]> => {
    if (texts.length === 0) return [];
    const kept = await lookUp(model, texts);
    const unknown = texts.filter((text) => !kept.has(text));
    const vectors = unknown.length > 0 ? await embedder.embed(unknown, options) : [];
    const fresh = new Map(vectors.map((vector, at) => [unknown[at] ?? "", vector]));
    return [
      ...Array.from(kept, ([text, vector]) => ({ model, text, vector, isNew: false })),
      ...Array.from(fresh, ([text, vector]) => ({ model, text, vector, isNew: true })),
    ];
  };

  return {
    id: embedder.id,
    dims: embedder.dims,
    hasPurposes: embedder.hasPurposes,

    async embed(texts, options) {
      const model = nameOf(embedder, options.purpose);
      const found = new Map<string, Float32Array>();
      for (const text of texts) {
        const known = memory.get(keyOf({ model, text }));
        if (known) found.set(text, known.vector);
      }
      const wanted = new Set(texts.filter((text) => !found.has(text)));
      open.add(wanted);
      try {
        for (const entry of await fetchAll(model, [...wanted], options)) {
          found.set(entry.text, entry.vector);
          if (!wanted.has(entry.text)) continue;
          memory.set(keyOf(entry), entry);
          (entry.isNew ? added : used).set(keyOf(entry), entry);
          if (entry.isNew) addedSinceTrim += 1;
        }
      } finally {
        open.delete(wanted);
      }
      return texts.flatMap((text) => found.get(text) ?? []);
    },

    takeChanges() {
      const isTrimDue = addedSinceTrim >= TRIM_EVERY && added.size > 0;
      if (isTrimDue) addedSinceTrim = 0;
      return { added: added.takeAll(), used: used.takeAll(), isTrimDue };
    },

    forget(texts) {
      const gone = new Set(texts);
      for (const wanted of open) for (const text of gone) wanted.delete(text);
      for (const recent of [memory, added, used]) recent.drop(({ text }) => gone.has(text));
    },

    [Symbol.asyncDispose]: () => embedder[Symbol.asyncDispose](),
  };
}

/**
 * Returns the name of an embedding: texts with the same name have comparable vectors of one length.
 */
function nameOf({ id, dims, hasPurposes }: Embedder, purpose: EmbeddingPurpose): string {
  return [id, dims, ...(hasPurposes ? [purpose] : [])].join(" ");
}

function keyOf({ model, text }: EmbeddedText): string {
  return `${model}\n${text}`;
}
