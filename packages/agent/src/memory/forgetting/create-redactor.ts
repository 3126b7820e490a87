import { parseJson } from "../../kernel/text/parse-json.ts";
import { type Word, weightOf, wordsIn } from "./words-in.ts";

/** Replacement for removed text. */
export const FORGOTTEN = "[forgotten]";

/** Texts to redact. */
export interface Traces {
  /** Whole texts: their copies go. */
  readonly texts: readonly string[];
  /** Long texts of which copies of about eight words in a row go, too. */
  readonly parts: readonly string[];
  /** Words and short phrases that are removed everywhere. */
  readonly phrases: readonly string[];
}

export interface Redactor {
  /** The text without the traces; the same text where it holds none. */
  readonly redact: (text: string) => string;
  /** The same for a text of JSON, also inside of its strings; its shape stays. */
  readonly redactJson: (json: string) => string;
  /**
   * Every text that holds a trace holds one of these words, in some case; undefined when
   * they are too many to look for.
   */
  readonly anchors: readonly string[] | undefined;
}

/** Minimum weight of a run of text that does not match by chance: about eight words. */
const LONG = 8;
/** Shorter whole texts, such as "yes", are no traces. */
const MIN_LENGTH = 3;
const MIN_CHARS = 12;
const MAX_ANCHORS = 300;

/** Creates a redactor that finds copies regardless of case, punctuation and spaces. */
export function createRedactor({ texts, parts, phrases }: Traces): Redactor {
  const wholes = texts.flatMap((text) => wholeOf(wordsIn(text)));
  const runs = [...wholes, ...parts.flatMap((part) => windowsOf(wordsIn(part)))];
  const whole = phrases.map((phrase) => wordsIn(phrase)).filter((words) => words.length > 0);
  const patterns = byFirstWord([...runs, ...whole].map((words) => words.map(({ key }) => key)));
  const redact = (text: string) => {
    if (patterns.size === 0) return text;
    const ids = findIds(text);
    const words = wordsIn(text).filter(
      ({ from }) => !ids.some(([at, to]) => from >= at && from < to),
    );
    const spans = findSpans(words, patterns);
    return spans.length === 0 ? text : cutOut(text, spans);
  };
  return {
    redact,
    redactJson: (json) => redactJson(json, redact),
    // Codes and names occur in few texts, and often within the runs.
    anchors: anchorsOf([...whole, ...runs]),
  };
}

/** Returns the words of a text if it is too long to match by chance; otherwise nothing. */
function wholeOf(words: readonly Word[]): readonly (readonly Word[])[] {
  const chars = words.reduce((sum, { key }) => sum + key.length, 0);
  return sumOf(words) < MIN_LENGTH && chars < MIN_CHARS ? [] : [words];
}

/** Returns every long run of words in a text; none for a short one. */
export function windowsOf(words: readonly Word[]): readonly (readonly Word[])[] {
  const weights = words.map(weightOf);
  return words.flatMap((_, at) => {
    let sum = 0;
    let end = at;
    while (end < words.length && sum < LONG) sum += weights[end++] ?? 0;
    return sum < LONG ? [] : [words.slice(at, end)];
  });
}

function sumOf(words: readonly Word[]): number {
  return words.reduce((sum, word) => sum + weightOf(word), 0);
}

type Patterns = ReadonlyMap<string, readonly (readonly string[])[]>;

function byFirstWord(patterns: readonly (readonly string[])[]): Patterns {
  return Map.groupBy(patterns, ([first = ""]) => first);
}

type Span = readonly [from: number, to: number];

/** Finds the spans that match patterns; adjacent ones are merged. */
function findSpans(words: readonly Word[], patterns: Patterns): readonly Span[] {
  const spans: [number, number][] = [];
  for (const [at, word] of words.entries())
    for (const pattern of patterns.get(word.key) ?? []) {
      const last = words[at + pattern.length - 1];
      if (!last || !pattern.every((key, index) => words[at + index]?.key === key)) continue;
      const before = spans.at(-1);
      if (before && word.from <= before[1]) before[1] = Math.max(before[1], last.to);
      else spans.push([word.from, last.to]);
    }
  return spans;
}

/** Finds ids, because a number may occur in one by chance. */
function findIds(text: string): readonly Span[] {
  return [...text.matchAll(ID)].map(({ 0: id, index }) => [index, index + id.length]);
}

const ID = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi;

function cutOut(text: string, spans: readonly Span[]): string {
  const kept = spans.map(([from], index) => text.slice(spans[index - 1]?.[1] ?? 0, from));
  return [...kept, text.slice(spans.at(-1)?.[1] ?? 0)]
    .join(FORGOTTEN)
    .replaceAll(REPEATED, FORGOTTEN);
}

/** Matches consecutive gaps, which are merged into one. */
const REPEATED = /\[forgotten\](?:[\s.,;:!?'"()-]*\[forgotten\])+/g;

function redactJson(json: string, redact: (text: string) => string): string {
  const value = parse(json);
  if (value === undefined) return redact(json);
  const changed = redactValue(value, redact);
  const text = JSON.stringify(changed);
  return text === JSON.stringify(value) ? json : text;
}

function redactValue(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === "string") {
    const isNested = /^\s*[[{]/.test(value) && parse(value) !== undefined;
    return isNested ? redactJson(value, redact) : redact(value);
  }
  if (typeof value === "number") {
    const text = String(value);
    return redact(text) === text ? value : FORGOTTEN;
  }
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [redact(key), redactValue(inner, redact)]),
  );
}

function parse(json: string): unknown {
  return parseJson(json)?.value;
}

/** One word of each run is enough, if it is the same for runs that overlap: the longest. */
function anchorsOf(runs: readonly (readonly Word[])[]): readonly string[] | undefined {
  const anchors = new Set<string>();
  for (const run of runs) {
    if (run.some(({ key }) => anchors.has(key))) continue;
    const longest = run.reduce((one, other) => (other.key.length > one.key.length ? other : one));
    anchors.add(longest.key);
    if (anchors.size > MAX_ANCHORS) return undefined;
  }
  return [...anchors];
}
