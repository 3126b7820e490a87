import { isRecord } from "../../kernel/text/json.ts";
import type { ToolTexts } from "./meaning-texts.ts";
import { spaced } from "./spaced.ts";
import { toGrams } from "./to-grams.ts";
import { toTerms } from "./to-terms.ts";

/** By term, how often it stands there. */
export type TermCounts = ReadonlyMap<string, number>;

/** How much a word of each field says about a tool. */
const WEIGHTS = {
  name: 2,
  summary: 1,
  utterance: 0.6,
  parameter: 0.4,
  parameterSummary: 0.3,
} as const;

/** The words of a tool's description and their pieces, counted and weighted by where they stand. */
export function countTerms(tool: ToolTexts & { readonly params: unknown }): {
  readonly words: TermCounts;
  readonly pieces: TermCounts;
} {
  const words = new Map<string, number>();
  const pieces = new Map<string, number>();
  for (const { text, weight } of fieldsOf(tool)) {
    const terms = toTerms(text);
    for (const term of terms) words.set(term, (words.get(term) ?? 0) + weight);
    for (const piece of toGrams(terms)) pieces.set(piece, (pieces.get(piece) ?? 0) + weight);
  }
  return { words, pieces };
}

interface Field {
  readonly text: string;
  readonly weight: number;
}

function* fieldsOf({
  name,
  summary,
  utterances = [],
  params,
}: Parameters<typeof countTerms>[0]): Generator<Field> {
  yield { text: spaced(name), weight: WEIGHTS.name };
  yield { text: summary, weight: WEIGHTS.summary };
  for (const text of utterances) yield { text, weight: WEIGHTS.utterance };
  const properties = isRecord(params) && isRecord(params["properties"]) ? params["properties"] : {};
  for (const [parameter, schema] of Object.entries(properties)) {
    yield { text: spaced(parameter), weight: WEIGHTS.parameter };
    if (isRecord(schema) && typeof schema["description"] === "string")
      yield { text: schema["description"], weight: WEIGHTS.parameterSummary };
  }
}
