import { foldText } from "../../kernel/text/fold-text.ts";
import { withoutStyles } from "../../kernel/text/plain-text.ts";
import { createTermMatcher, type Term } from "../../kernel/text/term-matcher.ts";
import { readMeanings } from "../../platform/words.ts";
import { INTENTS, type Intent } from "./intent.ts";

/**
 * Maximum characters read: what follows says little about the whole, and the sender would choose
 * the time.
 */
const MAX_CHARS = 2_000;

/**
 * Classifies a message by its words in any of the known languages; in the order of `INTENTS`, empty
 * if no word tells. Only the first 2,000 characters are read.
 */
export function classifyIntent(text: string): readonly Intent[] {
  const found = new Set(
    match()(foldText(withoutStyles(text.slice(0, MAX_CHARS)))).map(({ value }) => value),
  );
  return INTENTS.filter((intent) => found.has(intent));
}

type Match = ReturnType<typeof createTermMatcher<Intent>>;

let compiled: Match | undefined;

/** Compiled when first needed, because not every process routes messages. */
function match(): Match {
  compiled ??= createTermMatcher(terms());
  return compiled;
}

function* terms(): Generator<Term<Intent>> {
  for (const words of readMeanings("intents")) {
    for (const intent of INTENTS) {
      for (const text of words[intent] ?? []) yield { text, value: intent };
    }
  }
}
