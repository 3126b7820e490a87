import { foldText } from "../../kernel/text/fold-text.ts";
import { createTermMatcher, type Term } from "../../kernel/text/term-matcher.ts";
import { readMeanings } from "../../platform/words.ts";
import { type Concept, concepts } from "./concepts.ts";
import { toTerms, wordTerms } from "./to-terms.ts";

/** One thing that a query asks for: index terms that would satisfy it, with how well they do, 0 to 1. */
export type SubQuery = ReadonlyMap<string, number>;

/** How well the best word of a concept stands for what was said, and the others of it. */
const CONCEPT_WEIGHTS = [0.9, 0.5] as const;

/**
 * Reads a query, in any of the known languages, as wishes: one for each word that
 * may be found as it is, and one for each concept that its words stand for.
 */
export function toQuery(text: string): readonly SubQuery[] {
  const folded = foldText(text);
  const wishes = new Map<string, SubQuery>();
  for (const term of folded.split(" ").flatMap(wordTerms)) wishes.set(term, new Map([[term, 1]]));
  for (const { value } of match()(folded)) {
    const wish = wishOf(value);
    // The word itself asks for nothing beyond its concept.
    for (const term of wish.keys()) wishes.delete(term);
    wishes.set(`concept ${value}`, wish);
  }
  return [...wishes.values()];
}

function wishOf(concept: Concept): SubQuery {
  const [best, others] = CONCEPT_WEIGHTS;
  const wish = new Map<string, number>();
  for (const [position, word] of concepts[concept].split(" ").entries()) {
    for (const term of toTerms(word)) {
      if (!wish.has(term)) wish.set(term, position === 0 ? best : others);
    }
  }
  return wish;
}

type Match = ReturnType<typeof createTermMatcher<Concept>>;

let compiled: Match | undefined;

/** Compiled when first needed, because not every process looks for tools. */
function match(): Match {
  compiled ??= createTermMatcher(terms());
  return compiled;
}

const isConcept = (name: string): name is Concept => Object.hasOwn(concepts, name);

function* terms(): Generator<Term<Concept>> {
  for (const words of readMeanings("tools")) {
    for (const [concept, list] of Object.entries(words)) {
      if (!isConcept(concept)) continue;
      for (const text of list) yield { text, value: concept };
    }
  }
}
