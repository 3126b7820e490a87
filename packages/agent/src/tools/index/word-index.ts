import { countTerms } from "./count-terms.ts";
import type { ToolTexts } from "./meaning-texts.ts";
import { splitRequests } from "./split-requests.ts";
import { createTermIndex } from "./term-index.ts";
import { toGrams } from "./to-grams.ts";
import { toQuery, type SubQuery } from "./to-query.ts";
import { toTerms } from "./to-terms.ts";

/** How well tools fit by their words, in memory. */
export interface WordIndex {
  /** A tool of the same name is replaced. */
  add(tool: ToolTexts & { readonly params: unknown }): void;
  /** A name that is not there changes nothing. */
  remove(name: string): void;
  /** By name, 0 to 1 and comparable between messages; tools without a word of it are left out. */
  compare(text: string): ReadonlyMap<string, number>;
}

/** At so many terms as rare as can be a score is one half: two such words in a name, or so. */
const HALF_OF_WORDS = 3.6;
const HALF_OF_PIECES = 16;

/** How much pieces of words count beside the words. */
const PIECES_SHARE = 0.5;

/**
 * Weight of the best tool for a weak part of the message, relative to the best for the
 * whole.
 */
const PART_WEIGHT = 0.9;

/** An empty index. */
export function createWordIndex(): WordIndex {
  const words = createTermIndex();
  const pieces = createTermIndex();
  return {
    add(tool) {
      const counts = countTerms(tool);
      words.add(tool.name, counts.words);
      pieces.add(tool.name, counts.pieces);
    },
    remove(name) {
      words.remove(name);
      pieces.remove(name);
    },
    compare(text) {
      const byWords = sumUpParts(text, (part) => words.sumUp(toQuery(part)));
      const halfOfWords = HALF_OF_WORDS * words.rarest();
      const halfOfPieces = HALF_OF_PIECES * pieces.rarest();
      const byPieces = sumUpParts(text, (part) => pieces.sumUp(toPieces(part)));
      const scores = new Map<string, number>();
      for (const [name, sum] of byPieces)
        scores.set(name, (PIECES_SHARE * sum) / (sum + halfOfPieces));
      for (const [name, sum] of byWords) {
        const score = ((1 - PIECES_SHARE) * sum) / (sum + halfOfWords);
        scores.set(name, (scores.get(name) ?? 0) + score);
      }
      return scores;
    },
  };
}

function toPieces(text: string): readonly SubQuery[] {
  return [...new Set(toGrams(toTerms(text)))].map((piece) => new Map([[piece, 1]]));
}

type Sums = ReadonlyMap<string, number>;

/** By the message as a whole, and by each of its parts, so that a short wish beside a long one is seen. */
function sumUpParts(text: string, sumUp: (part: string) => Sums): Sums {
  const whole = sumUp(text);
  const parts = splitRequests(text);
  if (parts.length < 2) return whole;
  const sums = new Map(whole);
  for (const part of parts) {
    const own = sumUp(part);
    const raise = Math.max(1, PART_WEIGHT * Math.sqrt(highest(whole) / highest(own)));
    for (const [name, sum] of own) sums.set(name, Math.max(sums.get(name) ?? 0, sum * raise));
  }
  return sums;
}

function highest(sums: Sums): number {
  return Math.max(0, ...sums.values());
}
