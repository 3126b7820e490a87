import { PLAN_ANSWERS, type PlanAnswer } from "@reeve/operations/work/plans";
import type { ApprovalId } from "../kernel/ids.ts";
import type { Label } from "../kernel/label.ts";
import type { Plan, PlanStep, StepFailure } from "../store/turns/plans.ts";

export { PLAN_ANSWERS, type PlanAnswer };

/** Outcome of the turns of a step. */
export type StepOutcome = Reached &
  (
    | { readonly type: "done" }
    | { readonly type: "waiting" }
    | { readonly type: "failed"; readonly reason: string }
  );

interface Reached {
  /** Whether a call that the step needs has succeeded. */
  readonly isCarriedOut: boolean;
  readonly output: string;
  readonly label: Label;
  readonly failures: readonly StepFailure[];
  readonly questions: readonly ApprovalId[];
}

/** Returns the plan with its next step started once more. */
export function startPlanStep(plan: Plan): Plan {
  const step = plan.steps[plan.at];
  return step
    ? withStep(plan, { ...step, state: "pending", attempts: step.attempts + 1, questions: [] })
    : plan;
}

/** Returns the plan after a turn of its step: a finished step never starts again. */
export function endStep(plan: Plan, outcome: StepOutcome): Plan {
  const step = plan.steps[plan.at];
  if (!step) return plan;
  const { isCarriedOut, output, label, failures, questions } = outcome;
  const reached: PlanStep = { ...step, isCarriedOut, output, label, failures, questions };
  switch (outcome.type) {
    case "waiting":
      return { ...withStep(plan, reached), state: "waiting" };
    case "failed": {
      const stuck = withStep(plan, { ...reached, state: "failed" });
      return { ...stuck, state: "failed", reason: outcome.reason };
    }
    case "done":
      return goOn(withStep(plan, { ...reached, state: "done" }));
  }
}

/** Returns the plan after its step could not be ended, with the reason. */
export function failStep(plan: Plan, reason: string): Plan {
  const step = plan.steps[plan.at];
  const stopped = step ? withStep(plan, { ...step, state: "failed" }) : plan;
  return { ...stopped, state: "failed", reason };
}

/**
 * Applies a person's decision to a plan: `continue` resumes the failed step where it ended, `retry` starts
 * it over, `skip` leaves it out, `abort` ends the plan.
 */
export function applyPlanAnswer(plan: Plan, answer: PlanAnswer): Plan {
  const step = plan.steps[plan.at];
  if (answer === "abort" || !step) return { ...plan, state: "aborted" };
  if (answer === "skip") return goOn(withStep(plan, { ...step, state: "skipped" }));
  const output = answer === "retry" ? "" : step.output;
  return startPlanStep({ ...withStep(plan, { ...step, output, failures: [] }), state: "running" });
}

/** Outcome of a call, as far as a step's success depends on it. */
export interface EndedCall {
  readonly tool: string;
  /** Undefined: it does not count, because nothing was to be changed or nothing is decided. */
  readonly failure: string | undefined;
  readonly isDone: boolean;
}

/** Returns the failures that are left after more calls: a later success of the same tool makes them good. */
export function unresolvedFailures(
  failures: readonly StepFailure[],
  calls: readonly EndedCall[],
): readonly StepFailure[] {
  return calls.reduce<readonly StepFailure[]>((left, { tool, failure, isDone }) => {
    const others = left.filter((one) => one.tool !== tool);
    if (isDone) return others;
    return failure === undefined ? left : [...others, { tool, reason: failure }];
  }, failures);
}

function goOn(plan: Plan): Plan {
  if (plan.at + 1 >= plan.steps.length) return { ...plan, state: "done", reason: null };
  return startPlanStep({ ...plan, at: plan.at + 1, state: "running", reason: null });
}

function withStep(plan: Plan, step: PlanStep): Plan {
  return { ...plan, steps: plan.steps.with(plan.at, step) };
}
