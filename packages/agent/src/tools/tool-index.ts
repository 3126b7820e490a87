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

/** A tool as it is found. */
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
  /** Texts whose vectors are missing: without them, words have to do. */
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
  /** Of the text; without it words have to do. */
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
    wanted: (...args) => meanings.wanted(...args),
    learn: (...args) => meanings.learn(...args),
    search({ text, vector }, { limit, minScore }) {
      const byWords = words.compare(text.slice(0, MAX_CHARS));
      const byMeaning = vector && meanings.compare(vector);
      const scores = byMeaning ? join(byWords, byMeaning, vectorWeight) : byWords;
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

/** A tool whose vectors are missing is judged by its words alone. */
function join(byWords: Scores, byMeaning: Scores, vectorWeight: number): Scores {
  const scores = new Map(byWords);
  for (const [name, similarity] of byMeaning)
    scores.set(
      name,
      vectorWeight * Math.max(0, similarity) + (1 - vectorWeight) * (byWords.get(name) ?? 0),
    );
  return scores;
}
