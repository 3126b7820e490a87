import type { Tool } from "@reeve/sdk";
import type { ChatRule } from "../../../store/turns/chat-rules.ts";

type Acting = Pick<Tool, "name" | "effect">;

/**
 * Returns the verdict of a chat's rules on a call: `never` beats `ask`; undefined if no rule names
 * it. A rule that names an effect and a category means both together.
 */
export function ruleVerdict(
  policies: readonly ChatRule[],
  tool: Acting,
): { readonly rule: "never" | "ask"; readonly policy: ChatRule } | undefined {
  const naming = policies.filter((policy) => names(policy, tool));
  const never = naming.find(({ rule }) => rule === "never");
  if (never) return { rule: "never", policy: never };
  const ask = naming.find(({ rule }) => rule === "ask");
  return ask && { rule: "ask", policy: ask };
}

function names({ effect, category }: ChatRule, tool: Acting): boolean {
  if (effect === null && category === null) return false;
  const isEffect = effect === null || effect === tool.effect;
  return isEffect && (category === null || tool.name.startsWith(`${category}_`));
}
