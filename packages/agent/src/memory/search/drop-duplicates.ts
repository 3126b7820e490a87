import { indexTerms } from "../../kernel/text/index-terms.ts";

/** Minimum share of common terms of duplicates. */
const SAME = 0.9;

/** Returns the first `limit` hits, without near-duplicates of an earlier one by the same author. */
export function dropDuplicates<
  Hit extends { readonly author: string | null; readonly text: string },
>(hits: readonly Hit[], limit: number): readonly Hit[] {
  const kept: { readonly hit: Hit; readonly terms: ReadonlySet<string> }[] = [];
  for (const hit of hits) {
    if (kept.length >= limit) break;
    const terms = new Set(indexTerms(hit.text));
    const isCopy = kept.some(
      (earlier) => earlier.hit.author === hit.author && overlap(earlier.terms, terms) >= SAME,
    );
    if (!isCopy) kept.push({ hit, terms });
  }
  return kept.map(({ hit }) => hit);
}

/** Returns the share of all terms that both have. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const most = Math.max(one.size, other.size);
  if (Math.min(one.size, other.size) < SAME * most) return 0;
  const shared = one.intersection(other).size;
  return shared === 0 ? 0 : shared / (one.size + other.size - shared);
}
