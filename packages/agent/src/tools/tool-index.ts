import { createMeaningIndex } from "./index/meaning-index.ts";
import { createWordIndex } from "./index/word-index.ts";
import type { ToolDescription } from "./toolbox.ts";

export interface ToolHit {
  readonly name: string;
  /** 0 to 1; comparable between queries. */
  readonly score: number;
}

export interface SearchOptions {
  readonly limit: number;
  /** Minimum score; other tools are left out. */
  readonly minScore: number;
}

/** Searchable data of a tool. */
export interface IndexedTool extends ToolDescription {
  /** Examples of requests for the tool, in any language. */
  readonly utterances?: readonly string[] | undefined;
}

/** Index in memory that finds tools by keyword and meaning. */
export interface ToolIndex {
  /** Adds a tool; replaces one of the same name. */
  add(tool: IndexedTool): void;
  /** Removes a tool; does nothing for an unknown name. */
  remove(name: string): void;
  /** Texts whose vectors are missing; until then, search uses keywords only. */
  wanted(): readonly string[];
  /** Stores vectors of length 1 by their texts. */
  learn(vectors: ReadonlyMap<string, Float32Array>): void;
  /**
   * Returns the tools that a message may need, best first, ties by name. A message with several
   * requests finds the tools of each. Only its first 2,000 characters are read.
   */
  search(query: ToolQuery, options: SearchOptions): readonly ToolHit[];
}

export interface ToolQuery {
  readonly text: string;
  /** Vector of the text. Default: search by keyword only. */
  readonly vector?: Float32Array | undefined;
}

export interface ToolIndexOptions {
  /** Weight of meaning relative to words, 0 to 1. */
  readonly vectorWeight: number;
}

/**
 * Creates an index over names, summaries, parameters and utterances; the order of `tools` does not
 * matter.
 */
export function createToolIndex(
  tools: Iterable<IndexedTool>,
  { vectorWeight }: ToolIndexOptions,
): ToolIndex {
  const words = createWordIndex();
  const meanings = createMeaningIndex();
  const add = (tool: IndexedTool) => {
    words.add(tool);
    meanings.add(tool);
  };
  for (const tool of tools) add(tool);

  return {
    add,
    remove(name) {
      words.remove(name);
      meanings.remove(name);
    },
    wanted: () => meanings.wanted(),
    learn: (vectors) => meanings.learn(vectors),
    search({ text, vector }, { limit, minScore }) {
      const byWords = words.compare(text.slice(0, MAX_CHARS));
      const byMeaning = vectorWeight > 0 && vector ? meanings.compare(vector) : new Map();
      const joined = join(byWords, byMeaning, vectorWeight);
      const scores = withNeighbours(joined, meanings.neighbours());
      return [...scores]
        .map(([name, score]) => ({ name, score }))
        .filter(({ score }) => score > 0 && score >= minScore)
        .toSorted((one, other) => other.score - one.score || (one.name < other.name ? -1 : 1))
        .slice(0, limit);
    },
  };
}

/**
 * Maximum length of a query in characters. Longer messages are rarely requests, and the limit
 * bounds the time of a search.
 */
const MAX_CHARS = 2_000;

type Scores = ReadonlyMap<string, number>;

/** Weight of the most similar tool's score in the score of a tool. */
const NEIGHBOUR_SHARE = 0.08;

/**
 * Raises the scores of tools whose most similar tool matches, too, relative to isolated matches.
 */
function withNeighbours(scores: Scores, neighbours: ReadonlyMap<string, string>): Scores {
  const joined = new Map<string, number>();
  for (const [name, score] of scores) {
    const near = scores.get(neighbours.get(name) ?? "") ?? 0;
    joined.set(name, (score + NEIGHBOUR_SHARE * near) / (1 + NEIGHBOUR_SHARE));
  }
  return joined;
}

/** Factor that makes scores from words alone comparable with others. */
const WORDS_ALONE = 1.2;

/** Joins both scores. A tool without vectors is scored by keyword only. */
function join(byWords: Scores, byMeaning: Scores, vectorWeight: number): Scores {
  const scores = new Map<string, number>();
  for (const [name, score] of byWords) scores.set(name, Math.min(1, WORDS_ALONE * score));
  for (const [name, similarity] of byMeaning)
    scores.set(
      name,
      vectorWeight * Math.max(0, similarity) + (1 - vectorWeight) * (byWords.get(name) ?? 0),
    );
  return scores;
}
