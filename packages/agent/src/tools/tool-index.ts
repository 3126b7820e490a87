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
  /** Tools below it are left out. */
  readonly minScore: number;
}

/** Searchable data of a tool. */
export interface IndexedTool extends ToolDescription {
  /** How people ask for it, in any language. */
  readonly utterances?: readonly string[] | undefined;
}

/** Finds tools by their words and by what they mean, in memory. */
export interface ToolIndex {
  /** A tool of the same name is replaced. */
  add(tool: IndexedTool): void;
  /** A name that is not there changes nothing. */
  remove(name: string): void;
  /** Texts whose vectors are missing; until then, search uses words alone. */
  wanted(): readonly string[];
  /** Takes vectors of length 1, by their texts. */
  learn(vectors: ReadonlyMap<string, Float32Array>): void;
  /**
   * The tools that a message may need, best first; equals by name. A message that
   * asks for several things finds the tools of each. Only its first 2,000 characters
   * are read.
   */
  search(query: ToolQuery, options: SearchOptions): readonly ToolHit[];
}

export interface ToolQuery {
  readonly text: string;
  /** Vector of the text. Default: search by words alone. */
  readonly vector?: Float32Array | undefined;
}

export interface ToolIndexOptions {
  /** How much meaning counts beside words, 0 to 1. */
  readonly vectorWeight: number;
}

/** An index over names, summaries, parameters and utterances; the order of `tools` does not matter. */
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

/** A longer message is a text about something, and the time for it would be the sender's to choose. */
const MAX_CHARS = 2_000;

type Scores = ReadonlyMap<string, number>;

/** Weight of the most similar tool's score in the score of a tool. */
const NEIGHBOUR_SHARE = 0.08;

/** Tools for the same kind of thing vouch for each other: what fits neither alone fits less. */
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

/** Joins both scores. A tool without vectors is scored by its words alone. */
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
