import type { Effect } from "@reeve/sdk";
import type { ApprovalId, PersonId } from "../../kernel/ids.ts";
import { isAtLeast } from "../../kernel/principal.ts";
import type { Repositories } from "../../store/store.ts";
import type { OpenTurn } from "../open-turn.ts";

/** Permission of a plan's present step: one tool, with the effect that the person was shown. */
export interface PlanGrant {
  readonly tool: string;
  readonly effect: Effect;
  /** The words of the step, as the person saw them. */
  readonly description: string;
  readonly approval: ApprovalId;
  /** Approver, who may still allow it. */
  readonly approver: PersonId;
}

/**
 * Effects that a plan covers. Calls that pay or run code are shown with a plan and need an approval
 * each, with their exact arguments.
 */
const COVERED: ReadonlySet<Effect> = new Set(["write", "send", "destroy"]);

/** Returns what the plan of a turn's step allows beyond any other turn; undefined if nothing. */
export async function planGrantOf(
  { planStep, chat }: Pick<OpenTurn, "planStep" | "chat">,
  {
    read,
    approversFor,
  }: {
    readonly read: Pick<Repositories, "plans" | "approvals" | "people">;
    readonly approversFor?: ((call: { tool: string; effect: Effect }) => number) | undefined;
  },
): Promise<PlanGrant | undefined> {
  if (!planStep) return undefined;
  const plan = await read.plans.byId(planStep.plan);
  const step = plan?.steps[planStep.step];
  if (!plan || plan.chat !== chat.id || plan.at !== planStep.step || !step) return undefined;
  if (step.attempts !== planStep.attempt || plan.approval === null) return undefined;
  // An abandoned or stopped plan allows nothing more, even to steps that still run.
  if (plan.state !== "running" && plan.state !== "waiting") return undefined;
  const { tool, effect } = step;
  if (tool === null || effect === null || !COVERED.has(effect)) return undefined;
  // A call that needs two approvers is not covered by the plan's one approver.
  if ((approversFor?.({ tool, effect }) ?? 1) > 1) return undefined;
  const approval = await read.approvals.byId(plan.approval);
  const approver = approval?.decidedBy && (await read.people.byId(approval.decidedBy));
  if (!approver || !isAtLeast(approver.role, "admin")) return undefined;
  return {
    tool,
    effect,
    description: step.description,
    approval: plan.approval,
    approver: approver.id,
  };
}
