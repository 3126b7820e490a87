import { Fault } from "@reeve/sdk";
import { applyPlanAnswer, type PlanAnswer } from "../../domains/change-plan.ts";
import { enqueueStep, savePlan } from "../../domains/plans.ts";
import { toId } from "../../kernel/ids.ts";
import { isAtLeast, type Principal } from "../../kernel/principal.ts";
import type { ChatEvent } from "../../kernel/chat-event.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Plan, PlanStep } from "../../store/turns/plans.ts";
import type { Repositories } from "../../store/store.ts";
import { type PlanUpdateContext, postPlanInChat } from "./post-plan-update.ts";

/** A person's answer to a plan. */
export interface PlanAnswered {
  readonly plan: string;
  readonly answer: PlanAnswer;
  readonly by: Principal;
  /** `asking`: only while it asks how to go on; `open`: one that runs may be given up, too. */
  readonly holds: "asking" | "open";
}

export interface AnsweredPlan {
  readonly plan: Plan;
  readonly chat: Chat | undefined;
  /** Events of its chat. */
  readonly facts: readonly ChatEvent[];
}

/**
 * Says how a plan goes on that has failed, or gives one up, in the caller's transaction. Publish
 * the facts and ring the wakeups of worker and outbox once the commit is done. Throws `missing`
 * where there is no such plan for this person, `conflict` where it asks for nothing.
 */
export async function answerPlan(
  { plan: id, answer, by, holds }: PlanAnswered,
  telling: PlanUpdateContext,
): Promise<AnsweredPlan> {
  const { tx, now, newId } = telling;
  const plan = await tx.plans.byId(toId(id));
  if (!plan || !mayAnswer(plan, by))
    throw new Fault("missing", `You have no plan with the id ${id}.`, {
      hint: "List plans: reeve plans",
    });
  const isOpen = plan.state === "running" || plan.state === "waiting";
  const isGivenUp = isOpen && answer === "abort" && holds === "open";
  if (plan.state !== "failed" && !isGivenUp)
    throw new Fault("conflict", `The plan is ${plan.state} and cannot be continued.`, {
      hint: isOpen ? "Stop or cancel the plan first: reeve plans cancel" : "Ask for a new plan.",
    });
  if (answer === "abort") await withdrawQuestions(plan.steps[plan.at], tx);
  const kept = await savePlan(tx, { ...applyPlanAnswer(plan, answer), updatedAt: now });
  await enqueueStep(tx, kept, { now: () => now, newId });
  const answered = plan.state === "failed" ? { plan, answer } : undefined;
  const said = await postPlanInChat(kept, { ...telling, answered });
  return { plan: kept, chat: said?.chat, facts: said?.facts ?? [] };
}

/** The plan of a chat that asks how to go on, the newest one; undefined where none does. */
export async function findFailedPlan(
  chat: Chat,
  by: Principal,
  { plans }: Pick<Repositories, "plans">,
): Promise<Plan | undefined> {
  const open = await plans.open(chat.id);
  return open.findLast((plan) => plan.state === "failed" && mayAnswer(plan, by));
}

/** Checks whether a person asked for a plan or may allow one. */
export function mayAnswer({ requester, tenant }: Plan, by: Principal): boolean {
  return tenant === by.tenant && (requester === by.id || isAtLeast(by.role, "admin"));
}

/** Nobody is asked any more about what is given up. */
async function withdrawQuestions(step: PlanStep | undefined, tx: Repositories): Promise<void> {
  for (const id of step?.questions ?? [])
    await tx.approvals.move(id, "pending", { to: "cancelled", reason: "stopped" });
}
