import type { Effect } from "@reeve/sdk";
import type { PersonId } from "../../kernel/ids.ts";
import type { ApprovalId } from "../../kernel/ids.ts";
import type { Repositories } from "../../store/store.ts";
import type { OpenTurn } from "../open-turn.ts";

/** What a person allowed the present step of a plan to do: one tool, with the effect that it was shown to have. */
export interface PlanGrant {
  readonly tool: string;
  readonly effect: Effect;
  readonly approval: ApprovalId;
  readonly approver: PersonId | null;
}

/** What pays or runs code is shown with a plan and asked about again, with its exact arguments. */
const COVERED: ReadonlySet<Effect> = new Set(["write", "send", "destroy"]);

/** What the plan of a turn's step allows it beyond what any turn may do; undefined where that is nothing. */
export async function planGrantOf(
  { planStep, place }: Pick<OpenTurn, "planStep" | "place">,
  {
    read,
    approversFor,
  }: {
    readonly read: Pick<Repositories, "plans" | "approvals">;
    readonly approversFor?: ((call: { tool: string; effect: Effect }) => number) | undefined;
  },
): Promise<PlanGrant | undefined> {
  if (!planStep) return undefined;
  const plan = await read.plans.byId(planStep.plan);
  const step = plan?.steps[planStep.step];
  if (!plan || plan.place !== place.id || plan.at !== planStep.step || !step) return undefined;
  if (step.attempts !== planStep.attempt || plan.approval === null) return undefined;
  const { tool, effect } = step;
  if (tool === null || effect === null || !COVERED.has(effect)) return undefined;
  // What needs two people is not allowed by the one who allowed the plan.
  if ((approversFor?.({ tool, effect }) ?? 1) > 1) return undefined;
  const approval = await read.approvals.byId(plan.approval);
  return { tool, effect, approval: plan.approval, approver: approval?.decidedBy ?? null };
}
