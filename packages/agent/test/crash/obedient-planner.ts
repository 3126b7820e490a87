import type { ModelRequest } from "../../src/llm/model.ts";

/** `a| plan key;fail-unknown. …`: the wish of message a, to be done in two steps. */
const WISH = /<user_message>(\w+)\| (?:plan ([\w;-]+))?/;

/**
 * Returns the obedient model's answer to a request for a plan: one step for each part of the wish, which the
 * model receives as an order. `shown-destroy` names its tool, `fail-key` fails when it first starts.
 * Undefined for any other request.
 */
export function planFor({ system, messages }: ModelRequest): string | undefined {
  if (!system.join("\n").startsWith("You divide a request into steps")) return undefined;
  const [, tag, wish] = WISH.exec(messages.at(-1)?.text ?? "") ?? [];
  if (tag === undefined || wish === undefined) return '{"goal": "", "steps": []}';
  const steps = wish.split(";").map((part, n) => {
    const kind = part.replace(/^(fail|shown)-/, "");
    const verb = part.startsWith("fail-") ? "fail" : "do";
    const description = `${tag}s${n}| ${verb} ${kind}`;
    return part.startsWith("shown-") ? { description, toolHint: `crash_${kind}` } : { description };
  });
  return JSON.stringify({ goal: `the wish of ${tag}`, steps });
}
