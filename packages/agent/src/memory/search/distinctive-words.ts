import { indexTerms } from "../../kernel/text/index-terms.ts";
import type { MemoryHit } from "../search.ts";
import { queryTerms } from "./query-terms.ts";

/** Fields of a hit that determine its relevance. */
export type Fit = Pick<MemoryHit, "text" | "score" | "similarity">;

export type DistinctiveWords = ReadonlySet<string>;

/** Minimum similarity of texts about the same thing. */
const SAME_SUBJECT = 0.6;
/** Minimum similarity of texts that may be related; lower ones are noise. */
const RELATED = 0.4;
/** Minimum share of the query's words. */
const MAX_WORDS = 0.6;
const SOME_WORDS = 2;
/** Minimum share of the best hit's score; weaker hits are dropped. */
const FAR_BEHIND = 0.6;

/** Returns the distinctive words of a text. */
export function distinctiveWords(text: string): DistinctiveWords {
  return new Set(queryTerms(text));
}

/**
 * Checks whether a hit alone is relevant to a text with these words: it is about the same thing, or has
 * most of the words.
 */
export function isRelevant(
  hit: Pick<Fit, "text" | "similarity">,
  words: DistinctiveWords,
): boolean {
  return (hit.similarity ?? 0) >= SAME_SUBJECT || hasMostWords(hit, words);
}

/** Returns hits in their order, without those far behind the best. Empty if none is relevant. */
export function dropWeakHits<Hit extends Fit>(
  hits: readonly Hit[],
  words: DistinctiveWords,
): readonly Hit[] {
  const fits = hits.some((hit) => (hit.similarity ?? 0) >= RELATED || hasMostWords(hit, words));
  if (!fits) return [];
  const best = Math.max(...hits.map(({ score }) => score));
  return hits.filter(({ score }) => score >= best * FAR_BEHIND);
}

function hasMostWords({ text }: Pick<Fit, "text">, words: DistinctiveWords): boolean {
  const found = words.intersection(new Set(indexTerms(text))).size;
  return found >= SOME_WORDS && found >= words.size * MAX_WORDS;
}
