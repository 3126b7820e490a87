import { truncateToLine } from "../../kernel/text/truncate.ts";
import {
  endStep,
  type EndedCall,
  failStep,
  unresolvedFailures,
} from "../../domains/change-plan.ts";
import { enqueueStep, savePlan } from "../../domains/plans.ts";
import { type ApprovalId, toId } from "../../kernel/ids.ts";
import type { Label } from "../../kernel/label.ts";
import type { Language } from "../../kernel/languages.ts";
import type { ChatEventBody } from "../../kernel/chat-event.ts";
import type { InboxBody, PlanStepRef } from "../../store/messages/inbox.ts";
import type { Chat } from "../../store/messages/chats.ts";
import { OPEN_APPROVALS } from "../../store/turns/approvals.ts";
import type { Plan, PlanStep } from "../../store/turns/plans.ts";
import type { Repositories } from "../../store/store.ts";
import type { StoredCall } from "../../store/turns/turns.ts";
import { type PlanFailure, planFailures, planFailure } from "./plan-failure.ts";
import { type PlanUpdateContext, postPlanUpdate } from "./post-plan-update.ts";

/** A turn that belonged to a step of a plan, as it ended. */
export interface EndedTurn {
  readonly of: PlanStepRef;
  /** Input that opened it. */
  readonly opener: InboxBody;
  readonly calls: readonly StoredCall[];
  /** Its reply; empty without one. */
  readonly text: string;
  /** Label of the reply. */
  readonly label: Label | undefined;
  /** Why it gave no answer; undefined where it did. */
  readonly broken: PlanFailure | undefined;
}

type AdvancePlanDeps = PlanUpdateContext & {
  readonly chat: Chat;
  readonly emit: (fact: ChatEventBody) => void;
};

/**
 * Moves a plan on in the commit that ends a turn of its step: what the step came to is stored,
 * the next one is in the queue, and it is told. A plan that was given up, or whose step was
 * begun anew meanwhile, stays as it is.
 */
export async function advancePlan(turn: EndedTurn, moving: AdvancePlanDeps): Promise<void> {
  const { tx, now } = moving;
  const { plan: id, step: n, attempt } = turn.of;
  const plan = await tx.plans.byId(id);
  const step = plan?.steps[n];
  if (!plan || !step || plan.at !== n || step.attempts !== attempt) return;
  if (plan.state !== "running" && plan.state !== "waiting") return;
  const { language } = await moving.localeOf(tx, moving.chat);
  const { plan: moved, trouble } = await advanceStep(plan, step, { turn, tx, language });
  const kept = await savePlan(tx, { ...moved, updatedAt: now });
  await enqueueStep(tx, kept, { now: () => now, newId: moving.newId });
  if (kept.state !== plan.state || kept.at !== plan.at)
    await postPlanUpdate(kept, moving.chat, { ...moving, trouble });
}

interface Ended {
  readonly turn: EndedTurn;
  readonly tx: Repositories;
  /** Language of the plan's chat. */
  readonly language: Language;
}

interface AdvancedPlan {
  readonly plan: Plan;
  readonly trouble?: PlanFailure;
}

async function advanceStep(
  plan: Plan,
  step: PlanStep,
  { turn, tx, language }: Ended,
): Promise<AdvancedPlan> {
  const asked = turn.calls.flatMap(({ result }) =>
    result?.type === "pending" ? [toId<"approval">(result.approval)] : [],
  );
  const questions = [...step.questions, ...asked];
  const ended = [
    ...(await refusedBy(turn.opener, { tx, language })),
    ...turn.calls.map((call) => toEnded(call, language)),
  ];
  const failures = unresolvedFailures(
    step.failures,
    ended.map(({ trouble, ...call }) => ({ ...call, failure: trouble?.reason })),
  );
  const output = turn.text === "" ? step.output : turn.text;
  const isCarriedOut =
    step.isCarriedOut === true || turn.calls.some((call) => carriesOut(call, step));
  const label = turn.label ?? step.label ?? plan.label;
  const reached = { isCarriedOut, output, label, failures, questions };
  const fail = (trouble: PlanFailure): AdvancedPlan => ({
    plan: endStep(plan, { ...reached, type: "failed", reason: trouble.reason }),
    trouble,
  });
  if (turn.broken) return fail(turn.broken);
  if (await isOpen(questions, tx)) return { plan: endStep(plan, { ...reached, type: "waiting" }) };
  const said = failureIn(turn.text, language);
  if (said) return fail(said);
  const [failure] = failures;
  // The record decides, not the model's closing words.
  if (!failure && step.tool !== null && !isCarriedOut)
    return fail(planFailure(({ onlyTalked }) => onlyTalked, language));
  if (!failure) return { plan: endStep(plan, { ...reached, type: "done" }) };
  const here = ended.find(({ trouble }) => trouble?.reason === failure.reason);
  return fail(here?.trouble ?? planFailures(failure.reason));
}

/** Whether a call carries out a step: only the tool that was shown for the step does. */
function carriesOut({ tool, result }: StoredCall, step: PlanStep): boolean {
  return tool === step.tool && result?.type === "value";
}

interface TroubledCall extends Omit<EndedCall, "failure"> {
  readonly trouble: PlanFailure | undefined;
}

/** A call that a person did not allow does not happen; one that was answered in words needs not to. */
async function refusedBy(
  opener: InboxBody,
  { tx, language }: Omit<Ended, "turn">,
): Promise<readonly TroubledCall[]> {
  if (opener.kind !== "decision") return [];
  const approval = await tx.approvals.byId(toId(opener.approval));
  if (!approval) return [];
  const { tool, state } = approval;
  if (opener.verdict === "allow" && state === "failed")
    return [
      { tool, trouble: planFailure(({ notRun }) => notRun({ tool }), language), isDone: false },
    ];
  if (opener.verdict !== "deny") return [];
  const why = opener.reason ? `: ${opener.reason}` : "";
  const { reason, told } = planFailure(
    ({ refused }) => refused({ tool, name: opener.name }),
    language,
  );
  const trouble = { reason: truncateToLine(reason + why), told: truncateToLine(told + why) };
  return [{ tool, trouble, isDone: false }];
}

function toEnded({ tool, effect, result, state }: StoredCall, language: Language): TroubledCall {
  const isDone = result?.type === "value";
  if (isDone || effect === "read" || state !== "settled" || result?.type === "pending")
    return { tool, trouble: undefined, isDone };
  if (result?.type === "fault")
    return { tool, trouble: planFailures(truncateToLine(`${tool}: ${result.text}`)), isDone };
  const kind = result?.type === "unknown" ? "uncertain" : "unended";
  return { tool, trouble: planFailure((troubles) => troubles[kind]({ tool }), language), isDone };
}

async function isOpen(questions: readonly ApprovalId[], tx: Repositories): Promise<boolean> {
  for (const id of questions) {
    const state = (await tx.approvals.byId(id))?.state;
    if (OPEN_APPROVALS.some((open) => open === state)) return true;
  }
  return false;
}

/** With what a model says that it could not do a step. */
const FAILED = /^\W*FAILED:\W*/;
const MARKS = /[*_]+$/;

function failureIn(text: string, language: Language): PlanFailure | undefined {
  if (!FAILED.test(text)) return undefined;
  const words = truncateToLine(text.replace(FAILED, "")).replace(MARKS, "");
  return words === "" ? planFailure(({ undone }) => undone, language) : planFailures(words);
}

/** Ends the wait of a plan whose step will not go on by itself, such as after a stop; undefined where it did not wait. */
export async function failPlan(
  { plan: id, step, attempt }: PlanStepRef,
  {
    tx,
    now,
    trouble,
  }: { readonly tx: Repositories; readonly now: number; readonly trouble: PlanFailure },
): Promise<Plan | undefined> {
  const plan = await tx.plans.byId(id);
  if (!plan || plan.at !== step || plan.steps[step]?.attempts !== attempt) return undefined;
  if (plan.state !== "running" && plan.state !== "waiting") return undefined;
  return savePlan(tx, { ...failStep(plan, trouble.reason), updatedAt: now });
}
