import { createWakeup } from "../kernel/wakeup.ts";
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
  /**
   * Resolves when vectors are missing that a search could use. Nothing needs to be learned before the first
   * search.
   */
  untilWanted(): Promise<void>;
  /** Applies a change of the tools to the index. */
  reindex(change: IndexChange): void;
  /**
   * Fetches the vectors for search by meaning. Until it is done, or if it rejects, search uses
   * words alone. Does nothing if all vectors are there.
   */
  learn(signal: AbortSignal): Promise<void>;
}

/** Tools that came, in place of those of the same name, and names of tools that went. */
export interface IndexChange {
  readonly added: readonly IndexedTool[];
  readonly removed: readonly string[];
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

/** Creates the search. `tools` is called once, at the first search; later changes come by `reindex`. */
export function createOfferSearch(
  tools: () => readonly IndexedTool[],
  { meaning, vectorWeight = VECTOR_WEIGHT }: OfferSearchOptions,
): OfferSearch {
  let index: Promise<ToolIndex> | undefined;
  const wanted = createWakeup();
  // Meaning counts from when every vector was there on; tools that come later are found by words first.
  let isLearned = false;
  const open = async () => {
    const created = createToolIndex(tools(), { vectorWeight });
    const known = await meaning?.known?.();
    created.learn(new Map(created.wanted().flatMap((text) => pair(text, known?.(text)))));
    isLearned = created.wanted().length === 0;
    wanted.notify();
    return created;
  };
  /** Changes since the index was opened that it does not have yet. */
  const changes: IndexChange[] = [];
  const indexNow = async () => {
    const known = await (index ??= open());
    for (const { added, removed } of changes.splice(0)) {
      for (const name of removed) known.remove(name);
      for (const tool of added) known.add(tool);
    }
    return known;
  };
  const offered = new WeakMap<readonly ToolDescription[], ReadonlySet<string>>();

  return {
    untilWanted: () => wanted.wait(),

    reindex(change) {
      if (!index || change.added.length + change.removed.length === 0) return;
      changes.push(change);
      wanted.notify();
    },

    async search(offer, text, { limit, minScore, signal }) {
      const names = offered.get(offer) ?? new Set(offer.map(({ name }) => name));
      offered.set(offer, names);
      const known = await indexNow();
      const vector = isLearned ? await meaning?.ofQuery(text, signal) : undefined;
      return known
        .search({ text, vector }, { limit: Infinity, minScore })
        .filter(({ name }) => names.has(name))
        .slice(0, limit);
    },

    async learn(signal) {
      if (!meaning) return;
      const known = await indexNow();
      const missing = known.wanted();
      for (let at = 0; at < missing.length && !signal.aborted; at += BATCH) {
        const texts = missing.slice(at, at + BATCH);
        const vectors = await meaning.ofTexts(texts, signal);
        known.learn(new Map(texts.flatMap((text, of) => pair(text, vectors[of]))));
      }
      isLearned ||= known.wanted().length === 0;
    },
  };
}

function pair(text: string, vector: Float32Array | undefined): readonly [string, Float32Array][] {
  return vector ? [[text, vector]] : [];
}
