import { Fault } from "@reeve/sdk";
import type { CommandParts } from "../command.ts";
import { run as list } from "./tools/list.ts";
import { run as modules } from "./tools/modules.ts";
import { run as set } from "./tools/set.ts";
import { run as show } from "./tools/show.ts";

const VERBS = { list, show, set, modules } as const;

/** `reeve tools list|show|set|modules`: what the agent can do, and what of it is taken away. */
export async function run(args: readonly string[], parts: CommandParts): Promise<number> {
  const [first = "list", ...rest] = args;
  const verb = isVerb(first) ? first : undefined;
  if (verb) return VERBS[verb](rest, parts);
  if (first.startsWith("-")) return list(args, parts);
  throw new Fault("invalid", `There is no reeve tools ${first}.`, {
    hint: "Use: reeve tools list, reeve tools show <name>, reeve tools set <name> or reeve tools modules",
  });
}

function isVerb(text: string): text is keyof typeof VERBS {
  return Object.hasOwn(VERBS, text);
}
