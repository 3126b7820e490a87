import type { ModelRequest } from "../../src/llm/model.ts";
import { scriptedModel, type ScriptedModel } from "../../src/llm/testing/scripted-model.ts";
import { canariesIn, type Derivation, rootOf } from "./secrets.ts";

/** So much goes into one summary, or one profile. */
const MAX_ITEMS = 10;
const MAX_IN_PROFILE = 3;

/**
 * Creates a model that keeps every secret in its derived texts: facts, summaries and profiles. `topicOf`
 * returns the topic of a secret.
 */
export function talkativeUtility(
  tell: (request: ModelRequest) => void,
  topicOf: (canary: string) => string,
): ScriptedModel {
  const derive = (texts: string, as: Derivation) =>
    [...new Set([...canariesIn(texts)].map(rootOf))].map(
      (root) => `The ${topicOf(root)} code is ${root}${as}.`,
    );
  return scriptedModel((request) => {
    tell(request);
    const system = request.system.join("\n");
    const told = request.messages.map(({ text }) => text).join("\n");
    if (isProfile(request)) return { text: derive(told, "P").slice(0, MAX_IN_PROFILE).join(" ") };
    if (system.includes("memory of a conversation"))
      return { text: derive(told, "S").slice(-MAX_ITEMS).join(" ") };
    return { text: JSON.stringify({ facts: factsIn(told, (line) => derive(line, "F")) }) };
  });
}

/** Checks whether a profile is to be written. */
export function isProfile({ system }: ModelRequest): boolean {
  return system.some((section) => section.startsWith("You write the profile"));
}

/** Returns a fact for each secret in the messages. */
function factsIn(told: string, derive: (line: string) => readonly string[]) {
  const lines = Array.from(told.matchAll(/^\{"n":(\d+),.*$/gm), ([line, n]) => ({ line, n }));
  return lines
    .flatMap(({ line, n }) =>
      derive(line).map((text) => ({
        kind: "fact",
        tier: "long-term",
        text,
        evidence: [Number(n)],
      })),
    )
    .slice(0, 20);
}
