import type { ArgumentRole, Effect, Tool } from "@reeve/sdk";
import type { PlanGrant } from "../plans/plan-grant.ts";
import { sensitiveArguments } from "./sensitive-arguments.ts";
import { type RequestContext, findArgumentOrigins } from "./argument-origins.ts";

/**
 * Whether a person saw what a call does when they allowed the plan: the tool of its step with
 * that effect, and nobody and nothing that the model thought up itself.
 */
export function isCoveredByPlan(
  {
    tool,
    params,
    effect,
  }: { readonly tool: Tool; readonly params: unknown; readonly effect: Effect },
  plan: PlanGrant,
  asking: RequestContext | undefined,
): boolean {
  if (tool.name !== plan.tool || effect !== plan.effect) return false;
  if (!asking) return true;
  const values = sensitiveArguments(tool, params).filter(({ role }) => SHOWN.has(role));
  return findArgumentOrigins(values, asking).every(({ from }) => from !== "composed");
}

/** To whom, where, how much and which file stands in the plan, or was asked for; what is written is composed. */
const SHOWN: ReadonlySet<ArgumentRole> = new Set(["recipient", "host", "amount", "path"]);
