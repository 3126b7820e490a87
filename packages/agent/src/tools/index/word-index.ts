import { countTerms } from "./count-terms.ts";
import type { ToolTexts } from "./meaning-texts.ts";
import { splitRequests } from "./split-requests.ts";
import { createTermIndex } from "./term-index.ts";
import { toGrams } from "./to-grams.ts";
import { toQuery, type SubQuery } from "./to-query.ts";
import { toTerms } from "./to-terms.ts";

/** Index in memory that scores tools by their words. */
export interface WordIndex {
  /** Adds a tool; replaces one of the same name. */
  add(tool: ToolTexts & { readonly params: unknown }): void;
  /** Removes a tool; does nothing for an unknown name. */
  remove(name: string): void;
  /**
   * Returns scores by name, 0 to 1 and comparable between messages; omits tools without a matching
   * word.
   */
  compare(text: string): ReadonlyMap<string, number>;
}

/** Sums of term weights, in units of the rarest term, at which a score is one half. */
const HALF_OF_WORDS = 3.6;
const HALF_OF_PIECES = 16;

/** Weight of parts of words relative to whole words. */
const PIECES_SHARE = 0.5;

/** Weight of the best tool for a weak part of the message, relative to the best for the whole. */
const PART_WEIGHT = 0.9;

/** Creates an empty index. */
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

/**
 * Scores the message as a whole and each of its parts, so that a short request next to a long one
 * counts.
 */
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
