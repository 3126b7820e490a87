import { foldText } from "../../../kernel/text/fold-text.ts";
import { plainText } from "../../../kernel/text/plain-text.ts";
import type { ChatRule } from "../../../store/turns/chat-rules.ts";
import { categoryIn, effectIn, ruleIn } from "./rule-words.ts";

/** A rule that a sentence states, before it belongs to a chat. */
export type FoundRule = Pick<ChatRule, "text" | "rule" | "effect" | "category">;

/** Maximum rules in one message, and characters in a rule. */
const MAX_ITEMS = 5;
const MAX_CHARS = 300;

/**
 * The rules in a message: sentences that begin with "always", "never" or "ask
 * me first" in one of seven languages. Questions are none.
 */
export function findRules(text: string): readonly FoundRule[] {
  return sentencesOf(text)
    .flatMap((sentence) => {
      const folded = foldText(plainText(sentence));
      const rule = ruleIn(folded);
      if (!rule) return [];
      return [{ text: sentence, rule, effect: effectIn(folded), category: categoryIn(folded) }];
    })
    .slice(0, MAX_ITEMS);
}

function sentencesOf(text: string): readonly string[] {
  const sentences = text.match(SENTENCE) ?? [];
  return sentences
    .map((sentence) => sentence.trim())
    .filter((sentence) => !plainText(sentence).endsWith("?") && sentence.length <= MAX_CHARS);
}

/** With the signs that end a style after it; an address of a link is one word. */
const SENTENCE = /(?:\]\((?:<[^<>\n]*>|[^\s()<>]*)\)|[^.!?\n;])+(?:[.!?]+(?:[*~|]|<\/u>)*)?/gu;
