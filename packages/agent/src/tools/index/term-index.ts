import type { SubQuery } from "./to-query.ts";

/** Index in memory that scores tools by their terms. */
export interface TermIndex {
  /** Adds a tool. `terms`: weighted counts of its terms. Replaces a tool of the same name. */
  add(name: string, terms: ReadonlyMap<string, number>): void;
  /** Removes a tool; does nothing for an unknown name. */
  remove(name: string): void;
  /**
   * Returns scores by name for tools that match any subquery: the sum of the weights of their best
   * term for each.
   */
  sumUp(wishes: readonly SubQuery[]): ReadonlyMap<string, number>;
  /**
   * Returns the maximum weight of a term that occurs in one tool only; it grows with the number of
   * tools.
   */
  rarest(): number;
}

/** BM25 parameters: saturation by repeated terms, and penalty for long descriptions. */
const SATURATION = 1.2;
const LENGTH_LOSS = 0.5;

interface State {
  /** Added terms by name. */
  readonly entries: Map<string, ReadonlyMap<string, number>>;
  /** Tools that contain each term, with counts. */
  readonly holders: Map<string, Map<string, number>>;
  readonly lengths: Map<string, number>;
  /** Total length of all entries. */
  length: number;
}

/** Creates an empty index. */
export function createTermIndex(): TermIndex {
  const state: State = { entries: new Map(), holders: new Map(), lengths: new Map(), length: 0 };
  return {
    add: (name, terms) => {
      drop(state, name);
      insert(state, { name, terms });
    },
    remove: (name) => drop(state, name),
    sumUp: (wishes) => sumUp(state, wishes),
    rarest: () => rarity(state.entries.size, 1),
  };
}

function insert(
  state: State,
  { name, terms }: { readonly name: string; readonly terms: ReadonlyMap<string, number> },
): void {
  const length = [...terms.values()].reduce((sum, count) => sum + count, 0);
  state.entries.set(name, terms);
  state.lengths.set(name, length);
  state.length += length;
  for (const [term, count] of terms) {
    const holders = state.holders.get(term) ?? new Map<string, number>();
    state.holders.set(term, holders.set(name, count));
  }
}

function drop(state: State, name: string): void {
  const terms = state.entries.get(name);
  if (!terms) return;
  state.entries.delete(name);
  state.length -= state.lengths.get(name) ?? 0;
  state.lengths.delete(name);
  for (const term of terms.keys()) {
    const holders = state.holders.get(term);
    holders?.delete(name);
    if (holders?.size === 0) state.holders.delete(term);
  }
}

function sumUp(state: State, wishes: readonly SubQuery[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const wish of wishes) {
    for (const [name, value] of bestOf(state, wish)) sums.set(name, (sums.get(name) ?? 0) + value);
  }
  return sums;
}

function rarity(tools: number, holders: number): number {
  return Math.log(1 + (Math.max(tools, holders) - holders + 0.5) / (holders + 0.5));
}

/** Returns, by name, the weight of the best term for one subquery. */
function bestOf(
  { entries, holders, lengths, length }: State,
  wish: SubQuery,
): ReadonlyMap<string, number> {
  const best = new Map<string, number>();
  const mean = length / Math.max(1, entries.size);
  for (const [term, weight] of wish) {
    const held = holders.get(term);
    if (!held) continue;
    const rare = rarity(entries.size, held.size);
    for (const [name, count] of held) {
      const own = (lengths.get(name) ?? 0) / mean;
      const norm = SATURATION * (1 - LENGTH_LOSS + LENGTH_LOSS * own);
      const value = (weight * rare * count * (SATURATION + 1)) / (count + norm);
      if (value > (best.get(name) ?? 0)) best.set(name, value);
    }
  }
  return best;
}
