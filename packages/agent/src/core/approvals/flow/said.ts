import type { PromptText } from "../../prompt-text.ts";
import { type ReadText, readText } from "./clauses.ts";
import { memoizeWeak } from "../../../kernel/memoize-weak.ts";
import { normalize } from "./plain-text.ts";

/** How many messages back a person's words count as their orders. */
const MESSAGES = 20;
/** Longer messages, in characters, are not typed but pasted. */
const MAX_TYPED = 1_000;

/** Returns what the asker typed, oldest first: not what they forwarded, quoted or pasted. */
export function saidBy(texts: readonly PromptText[], asker: string): readonly ReadText[] {
  return texts
    .filter(({ author }) => author === asker)
    .slice(-MESSAGES)
    .flatMap((text) => readTyped(text).said ?? []);
}

/** Returns the newest message of the turn, if the asker typed it. */
export function newestSaidBy(texts: readonly PromptText[], asker: string): ReadText | undefined {
  const newest = texts.findLast(({ author, isNew }) => author === asker && isNew);
  return newest && readTyped(newest).said;
}

/** Messages of a transcript are read with each call. */
const readTyped = memoizeWeak((text: PromptText): { readonly said: ReadText | undefined } => {
  const typed = withoutCarried(text.text);
  return { said: typed.length > MAX_TYPED ? undefined : readText(normalize(typed)) };
});

/** Code and block quotes were brought along, not said. */
function withoutCarried(text: string): string {
  return text
    .replaceAll(/^(`{3,}|~{3,})[\s\S]*?(?:^\1|$(?![\s\S]))/gm, "\n")
    .replaceAll(/^\s*>.*$/gm, "");
}
