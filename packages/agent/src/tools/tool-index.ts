import { isRecord } from "../kernel/json.ts";
import { splitWishes } from "./index/split-wishes.ts";
import { toQuery, type Wish } from "./index/to-query.ts";
import { toTerms } from "./index/to-terms.ts";
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

/** Finds tools by words, in memory. */
export interface ToolIndex {
  /** A tool of the same name is replaced. */
  add(description: ToolDescription): void;
  /** A name that is not there changes nothing. */
  remove(name: string): void;
  /**
   * The tools that a message may need, best first; equals by name. A message that
   * asks for several things finds the tools of each. Only its first 2,000 characters
   * are read.
   */
  search(query: string, options: SearchOptions): readonly ToolHit[];
}

/** An index over names, summaries and parameters; the order of `descriptions` does not matter. */
export function createToolIndex(descriptions: Iterable<ToolDescription>): ToolIndex {
  const state: State = { entries: new Map(), holders: new Map(), length: 0 };
  const remove = (name: string) => drop(state, name);
  const add = (description: ToolDescription) => {
    drop(state, description.name);
    insert(state, description);
  };
  for (const description of descriptions) add(description);

  return {
    add,
    remove,
    search: (query, { limit, minScore }) =>
      [...scoreAll(state, query.slice(0, MAX_CHARS))]
        .map(([name, score]) => ({ name, score }))
        .filter(({ score }) => score > 0 && score >= minScore)
        .toSorted((one, other) => other.score - one.score || (one.name < other.name ? -1 : 1))
        .slice(0, limit),
  };
}

/** A longer message is a text about something, and the time for it would be the sender's to choose. */
const MAX_CHARS = 2_000;

/** How much a word of each field says about a tool. */
const WEIGHTS = { name: 2, summary: 1, parameter: 0.4, parameterSummary: 0.3 } as const;

/** BM25: how soon more of the same word stops counting, and how much long descriptions lose. */
const SATURATION = 1.2;
const LENGTH_LOSS = 0.5;

/** The sum at which a score is one half: three rare words in a name, or so. */
const HALF = 18;

/** What the best tool of a weak part of the message is worth beside the best of the whole. */
const PART_WEIGHT = 0.9;

interface Entry {
  /** How often each term stands there, weighted by field. */
  readonly terms: ReadonlyMap<string, number>;
  readonly length: number;
}

interface State {
  readonly entries: Map<string, Entry>;
  /** In how many tools a term stands. */
  readonly holders: Map<string, number>;
  /** Of all entries. */
  length: number;
}

function insert(state: State, description: ToolDescription): void {
  const entry = toEntry(description);
  state.entries.set(description.name, entry);
  state.length += entry.length;
  for (const term of entry.terms.keys())
    state.holders.set(term, (state.holders.get(term) ?? 0) + 1);
}

function drop(state: State, name: string): void {
  const entry = state.entries.get(name);
  if (!entry) return;
  state.entries.delete(name);
  state.length -= entry.length;
  for (const term of entry.terms.keys())
    state.holders.set(term, (state.holders.get(term) ?? 0) - 1);
}

function toEntry({ name, summary, params }: ToolDescription): Entry {
  const terms = new Map<string, number>();
  let length = 0;
  const count = (text: string, weight: number) => {
    for (const term of toTerms(text)) {
      terms.set(term, (terms.get(term) ?? 0) + weight);
      length += weight;
    }
  };
  count(name, WEIGHTS.name);
  count(summary, WEIGHTS.summary);
  const properties = isRecord(params["properties"]) ? params["properties"] : {};
  for (const [parameter, schema] of Object.entries(properties)) {
    count(spaced(parameter), WEIGHTS.parameter);
    if (isRecord(schema) && typeof schema["description"] === "string")
      count(schema["description"], WEIGHTS.parameterSummary);
  }
  return { terms, length };
}

/** `chatId` is two words. */
function spaced(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ");
}

/** By the message as a whole, and by each of its parts, so that a short wish beside a long one is seen. */
function scoreAll(state: State, query: string): ReadonlyMap<string, number> {
  const whole = sumUp(state, toQuery(query));
  const sums = new Map(whole);
  for (const part of splitWishes(query)) {
    const own = sumUp(state, toQuery(part));
    const raise = Math.max(1, PART_WEIGHT * Math.sqrt(highest(whole) / highest(own)));
    for (const [name, sum] of own) sums.set(name, Math.max(sums.get(name) ?? 0, sum * raise));
  }
  return new Map([...sums].map(([name, sum]) => [name, sum / (sum + HALF)]));
}

function highest(sums: ReadonlyMap<string, number>): number {
  return Math.max(0, ...sums.values());
}

function sumUp(state: State, wishes: readonly Wish[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  const meanLength = state.length / Math.max(1, state.entries.size);
  for (const [name, { terms, length }] of state.entries) {
    const norm = SATURATION * (1 - LENGTH_LOSS + (LENGTH_LOSS * length) / meanLength);
    let sum = 0;
    for (const wish of wishes) {
      let best = 0;
      for (const [term, weight] of wish) {
        const count = terms.get(term);
        if (count === undefined) continue;
        const value = (weight * rarity(state, term) * count * (SATURATION + 1)) / (count + norm);
        if (value > best) best = value;
      }
      sum += best;
    }
    if (sum > 0) sums.set(name, sum);
  }
  return sums;
}

function rarity({ entries, holders }: State, term: string): number {
  const held = holders.get(term) ?? 0;
  return Math.log(1 + (entries.size - held + 0.5) / (held + 0.5));
}
