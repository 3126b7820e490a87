import type { ModelRequest } from "../../src/llm/model.ts";

/** Number of facts in each message; enough to make a profile due. */
export const FACTS_A_MESSAGE = 8;

/**
 * Returns the obedient model's answer to a request for facts or a profile: the same facts for the same
 * message, the first of which replaces an existing one. Undefined for any other request.
 */
export function learnedFactsFor({ system, messages }: ModelRequest): string | undefined {
  const asked = system.join("\n");
  if (asked.includes("write the profile")) return "Ann says things.";
  if (!asked.includes('{"facts": [...]}')) return undefined;
  const told = messages.map(({ text }) => text).join("\n");
  const said = [...told.matchAll(/^\{"n":(\d+),.*"text":"(\w+)\|/gm)];
  const isKnown = told.includes('{"id":"f1"');
  const facts = said.flatMap(([, n, tag]) =>
    Array.from({ length: FACTS_A_MESSAGE }, (_, index) => ({
      kind: "fact",
      tier: "long-term",
      text: `Ann said <${tag}>, thing ${index}`,
      evidence: [Number(n)],
      replaces: index === 0 && isKnown ? ["f1"] : [],
    })),
  );
  return JSON.stringify({ facts });
}
