import type { Tool } from "@reeve/sdk";
import type { ToolOverride } from "../../kernel/tool-override.ts";
import type { StoredCall } from "../../store/turns.ts";
import { isAlwaysAsked } from "../../tools/tool-overrides.ts";
import { objectionTo } from "../../tools/toolbox.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { AgentParts } from "./parts.ts";

/** What holds at the moment when calls run, whatever held when they were gated. */
export interface Clearance {
  /** Somebody stopped the turn: nothing of it starts. */
  readonly isStopped: boolean;
  readonly overrides: readonly ToolOverride[];
}

/** Looked up right before calls run: what was laid down since takes effect at once. */
export async function clear(
  turn: OpenTurn,
  parts: Pick<AgentParts, "overrides" | "isStopped">,
): Promise<Clearance> {
  return { overrides: await parts.overrides(turn), isStopped: await parts.isStopped(turn) };
}

/** Why a call that was let through may not run any more; undefined when it may. */
export function objectionNow(
  tool: Tool,
  { origin }: Pick<StoredCall, "origin">,
  { turn, rules, overrides }: Held,
): string | undefined {
  const { role, place } = turn;
  const objection = objectionTo(tool, { role, kind: place.kind, rules, overrides });
  if (objection) return objection;
  if (origin !== null || !isAlwaysAsked(tool, overrides)) return undefined;
  return `Each call of ${tool.name} is asked about first from now on. Call it again.`;
}

interface Held extends Pick<Clearance, "overrides"> {
  readonly turn: OpenTurn;
  readonly rules: AgentParts["rules"];
}
