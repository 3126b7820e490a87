import { VECTOR_WEIGHT } from "./config.ts";
import {
  createToolIndex,
  type IndexedTool,
  type SearchOptions,
  type ToolHit,
  type ToolIndex,
} from "./tool-index.ts";
import type { ToolDescription } from "./toolbox.ts";

/** Embeds texts, for search of tools by meaning. */
export interface ToolMeaning {
  /** Returns the vector of a query; undefined if it cannot be computed now. A caller is waiting. */
  ofQuery(text: string, signal: AbortSignal): Promise<Float32Array | undefined>;
  /**
   * Returns vectors of length 1, in the same order. Rejects with a fault, `unavailable` if it may
   * work later.
   */
  ofTexts(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
  /** Returns the vectors that nobody has to compute, by their texts. Default: none. */
  readonly known?: (() => Promise<(text: string) => Float32Array | undefined>) | undefined;
}

/** Finds tools among those on offer. */
export interface OfferSearch {
  /**
   * Returns the best tools of an offer for a message, in any language, in the order of
   * `ToolIndex.search`.
   */
  readonly search: SearchOffer;
  /** Resolves when something is searched for the first time: nothing needs to be learned before. */
  readonly searched: Promise<void>;
  /**
   * Fetches the vectors for search by meaning. Until it is done, or if it rejects, search uses
   * words alone. Does nothing if all vectors are there.
   */
  learn(signal: AbortSignal): Promise<void>;
}

export type SearchOffer = (
  offer: readonly ToolDescription[],
  text: string,
  options: SearchOptions & { readonly signal: AbortSignal },
) => Promise<readonly ToolHit[]>;

export interface OfferSearchOptions {
  readonly meaning?: ToolMeaning | undefined;
  /** Weight of meaning relative to words, 0 to 1. */
  readonly vectorWeight?: number | undefined;
}

/** Number of texts embedded at once; kept small so that queries do not wait. */
const BATCH = 32;

/** Creates the search. `tools` is called once, at the first search. */
export function createOfferSearch(
  tools: () => readonly IndexedTool[],
  { meaning, vectorWeight = VECTOR_WEIGHT }: OfferSearchOptions,
): OfferSearch {
  let index: Promise<ToolIndex> | undefined;
  const open = async () => {
    const created = createToolIndex(tools(), { vectorWeight });
    const known = await meaning?.known?.();
    created.learn(new Map(created.wanted().flatMap((text) => pair(text, known?.(text)))));
    return created;
  };
  const indexNow = () => (index ??= open());
  const searched = Promise.withResolvers<void>();
  const offered = new WeakMap<readonly ToolDescription[], ReadonlySet<string>>();

  return {
    searched: searched.promise,

    async search(offer, text, { limit, minScore, signal }) {
      const names = offered.get(offer) ?? new Set(offer.map(({ name }) => name));
      offered.set(offer, names);
      searched.resolve();
      const known = await indexNow();
      const isLearned = known.wanted().length === 0;
      const vector = isLearned ? await meaning?.ofQuery(text, signal) : undefined;
      return known
        .search({ text, vector }, { limit: Infinity, minScore })
        .filter(({ name }) => names.has(name))
        .slice(0, limit);
    },

    async learn(signal) {
      if (!meaning) return;
      const known = await indexNow();
      const wanted = known.wanted();
      for (let at = 0; at < wanted.length && !signal.aborted; at += BATCH) {
        const texts = wanted.slice(at, at + BATCH);
        const vectors = await meaning.ofTexts(texts, signal);
        known.learn(new Map(texts.flatMap((text, of) => pair(text, vectors[of]))));
      }
    },
  };
}

function pair(text: string, vector: Float32Array | undefined): readonly [string, Float32Array][] {
  return vector ? [[text, vector]] : [];
}
