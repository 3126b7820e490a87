import type { Step } from "./step.ts";

/** Context that a rule may use. */
export interface Scene {
  /** Earlier messages, oldest first. */
  readonly earlier: readonly string[];
  readonly lastAnswer: string | undefined;
}

/**
 * A kind of sentence and its answer. Rules are tried in order; a rule without an answer leaves the
 * sentence to later ones.
 */
export interface Rule {
  /** Tested against the sentence without greetings to us, "please" and final dots. */
  readonly patterns: readonly RegExp[];
  answer(match: Match, scene: Scene): Step | undefined;
}

/** Returns a named group of the pattern, trimmed; empty if it did not match. */
export type Match = (group: string) => string;

/** Returns the first rule's answer to a sentence. */
export function applyRules(
  rules: readonly Rule[],
  sentence: string,
  scene: Scene,
): Step | undefined {
  for (const rule of rules) {
    for (const pattern of rule.patterns) {
      const found = pattern.exec(sentence);
      const step = found && rule.answer((group) => found.groups?.[group]?.trim() ?? "", scene);
      if (step) return step;
    }
  }
  return undefined;
}

const POLITE_START =
  /^(?:(?:hey|hi|hello|ok|okay|so|well|reeve|please|kindly|now|then|and)[,!.]?\s+)*(?:(?:(?:can|could|would|will) you|i(?:'d| would) like you to|i want you to)\s+)?(?:please\s+)?/i;
const POLITE_END = /(?:[,\s]+(?:please|thanks|thank you|for me))*[\s.?!]*$/i;

/** Removes courtesies at both ends, so that rules see the request itself. */
export function stripCourtesy(text: string): string {
  const bare = text.replace(POLITE_START, "").replace(POLITE_END, "").trim();
  return bare || text.trim();
}
