import { matchesGlob } from "../kernel/text/matches-glob.ts";

/** Which tools an agent has, by patterns of their names in which `*` stands for any characters. */
export interface ToolPatterns {
  /** The agent's name, for people and the model. */
  readonly agent: string;
  /** Absent: all tools. */
  readonly allow?: readonly string[] | undefined;
  /** Stronger than `allow`. */
  readonly deny: readonly string[];
}

/** They reach the tools that an agent has and what those returned: each agent has them. */
const CARRIERS = ["tool_search", "tool_call", "artifact_read"];

/** Why an agent may not use the tool of this name; undefined when it may. */
export function findRuleDenial(
  name: string,
  { agent, allow, deny }: ToolPatterns,
): string | undefined {
  const isDenied = deny.some((glob) => matchesGlob(name, glob));
  const isAllowed = allow === undefined || [...CARRIERS, ...allow].some(matching(name));
  if (isAllowed && !isDenied) return undefined;
  return `${name} is not one of the tools available to the agent ${agent}. Say so instead of trying another way.`;
}

function matching(name: string): (glob: string) => boolean {
  return (glob) => matchesGlob(name, glob);
}
