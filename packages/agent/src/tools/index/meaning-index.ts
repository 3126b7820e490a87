import { meaningTexts, type ToolTexts } from "./meaning-texts.ts";

/** How well tools fit by what they mean, in memory. */
export interface MeaningIndex {
  /** A tool of the same name is replaced; a text that has not changed keeps its vector. */
  add(tool: ToolTexts): void;
  /** A name that is not there changes nothing. */
  remove(name: string): void;
  /** Texts whose vectors are missing. */
  wanted(): readonly string[];
  /** Takes vectors of length 1, by their texts. */
  learn(vectors: ReadonlyMap<string, Float32Array>): void;
  /** By name, how close tools lie to a vector, at most 1; those whose vectors are missing are left out. */
  compare(vector: Float32Array): ReadonlyMap<string, number>;
  /** By name, the tool that says most nearly the same; found anew when tools or vectors come and go. */
  neighbours(): ReadonlyMap<string, string>;
}

/** How much the ways in which people ask count beside what the tool says of itself. */
const SPOKEN_SHARE = 0.5;

/** So many of the ways in which people ask for a tool are looked at: the closest ones. */
const CLOSEST = 2;

interface Entry {
  readonly texts: readonly { readonly text: string; readonly weight: number }[];
  readonly utterances: readonly string[];
  /** The weighted mean of its texts; undefined while a vector is missing. */
  readonly own: Float32Array | undefined;
  readonly spoken: readonly Float32Array[];
}

type Vectors = Map<string, Float32Array>;

/** An empty index. */
export function createMeaningIndex(): MeaningIndex {
  const entries = new Map<string, Entry>();
  const vectors: Vectors = new Map();
  let neighbours: ReadonlyMap<string, string> | undefined;

  return {
    add(tool) {
      const { name, utterances = [] } = tool;
      entries.set(name, toEntry({ texts: meaningTexts(tool), utterances }, vectors));
      dropUnused(entries, vectors);
      neighbours = undefined;
    },
    remove(name) {
      if (!entries.delete(name)) return;
      dropUnused(entries, vectors);
      neighbours = undefined;
    },
    wanted: () => [...usedBy(entries)].filter((text) => !vectors.has(text)),
    learn(found) {
      const used = usedBy(entries);
      for (const [text, vector] of found) if (used.has(text)) vectors.set(text, vector);
      for (const [name, entry] of entries) entries.set(name, toEntry(entry, vectors));
      neighbours = undefined;
    },
    compare(vector) {
      const scores = new Map<string, number>();
      for (const [name, { own, spoken }] of entries)
        if (own) scores.set(name, closeness(vector, { own, spoken }));
      return scores;
    },
    neighbours: () => (neighbours ??= findNeighbours(entries)),
  };
}

function findNeighbours(entries: ReadonlyMap<string, Entry>): ReadonlyMap<string, string> {
  const known = [...entries].flatMap(([name, { own }]) => (own ? [{ name, own }] : []));
  return new Map(
    known.flatMap((one) => {
      const others = known.filter((other) => other !== one);
      const [nearest] = others
        .map(({ name, own }) => ({ name, similarity: dot(one.own, own) }))
        .toSorted((a, b) => b.similarity - a.similarity);
      return nearest ? [[one.name, nearest.name] as const] : [];
    }),
  );
}

function toEntry({ texts, utterances }: Pick<Entry, "texts" | "utterances">, vectors: Vectors) {
  const spoken = utterances.flatMap((text) => vectors.get(text) ?? []);
  return { texts, utterances, own: meanOf(texts, vectors), spoken };
}

function usedBy(entries: ReadonlyMap<string, Entry>): ReadonlySet<string> {
  const used = new Set<string>();
  for (const { texts, utterances } of entries.values()) {
    for (const { text } of texts) used.add(text);
    for (const text of utterances) used.add(text);
  }
  return used;
}

function dropUnused(entries: ReadonlyMap<string, Entry>, vectors: Vectors): void {
  if (vectors.size === 0) return;
  const used = usedBy(entries);
  for (const text of vectors.keys()) if (!used.has(text)) vectors.delete(text);
}

function meanOf(texts: Entry["texts"], vectors: Vectors): Float32Array | undefined {
  const known = texts.flatMap(({ text, weight }) => {
    const vector = vectors.get(text);
    return vector ? [{ vector, weight }] : [];
  });
  const [first] = known;
  if (!first || known.length < texts.length) return undefined;
  return first.vector.map((_, at) =>
    known.reduce((sum, { vector, weight }) => sum + weight * (vector[at] ?? 0), 0),
  );
}

/** Requests that resemble one another count where they speak for the tool, never against it. */
function closeness(
  vector: Float32Array,
  { own, spoken }: { readonly own: Float32Array; readonly spoken: readonly Float32Array[] },
): number {
  const meant = dot(own, vector);
  const closest = spoken
    .map((utterance) => dot(utterance, vector))
    .toSorted((one, other) => other - one)
    .slice(0, CLOSEST);
  if (closest.length === 0) return meant;
  const said = closest.reduce((sum, similarity) => sum + similarity, 0) / closest.length;
  return Math.max(meant, (1 - SPOKEN_SHARE) * meant + SPOKEN_SHARE * said);
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
