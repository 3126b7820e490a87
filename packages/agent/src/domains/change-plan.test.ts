import { expect, test } from "vitest";
import { toId } from "../kernel/ids.ts";
import type { Plan, PlanStep } from "../store/turns/plans.ts";
import {
  startPlanStep,
  endStep,
  failStep,
  applyPlanAnswer,
  unresolvedFailures,
  type StepOutcome,
} from "./change-plan.ts";

const label = { integrity: "owner", audience: "all" } as const;

function step(description: string, own: Partial<PlanStep> = {}): PlanStep {
  return {
    description,
    tool: null,
    effect: null,
    state: "pending",
    attempts: 0,
    output: "",
    label: null,
    failures: [],
    questions: [],
    ...own,
  };
}

const plan: Plan = startPlanStep({
  id: toId("p"),
  tenant: "home",
  chat: toId("p1"),
  requester: toId("ann"),
  role: "owner",
  approval: null,
  goal: "All is well",
  steps: [step("look"), step("write")],
  at: 0,
  state: "running",
  reason: null,
  label,
  trace: "m1",
  version: 1,
  createdAt: 1,
  updatedAt: 1,
});

const reached = { isCarriedOut: true, output: "seen", label, failures: [], questions: [] } as const;
const done: StepOutcome = { ...reached, type: "done" };
const failing: StepOutcome = { ...reached, type: "failed", reason: "it broke" };

function where({ at, state, reason, steps }: Plan) {
  const each = steps.map((one) => `${one.state} ${one.attempts} ${one.output}`.trim());
  return [at, state, reason, ...each];
}

test("a finished step is followed by the next one, the last by the end", () => {
  const second = endStep(plan, done);
  expect(where(second)).toEqual([1, "running", null, "done 1 seen", "pending 1"]);
  expect(where(endStep(second, done))).toEqual([1, "done", null, "done 1 seen", "done 1 seen"]);
});

test("a failed step stops the plan with its reason and what it reached", () => {
  expect(where(endStep(plan, failing))).toEqual([
    0,
    "failed",
    "it broke",
    "failed 1 seen",
    "pending 0",
  ]);
  expect(where(failStep(plan, "stopped"))).toEqual([
    0,
    "failed",
    "stopped",
    "failed 1",
    "pending 0",
  ]);
});

test("a step that asks keeps its plan waiting", () => {
  const questions = [toId<"approval">("q1")];
  const waiting = endStep(plan, { ...reached, questions, type: "waiting" });
  expect(where(waiting)).toEqual([0, "waiting", null, "pending 1 seen", "pending 0"]);
  expect(waiting.steps[0]?.questions).toEqual(questions);
});

test.each([
  ["continue", [0, "running", "it broke", "pending 2 seen", "pending 0"]],
  ["retry", [0, "running", "it broke", "pending 2", "pending 0"]],
  ["skip", [1, "running", null, "skipped 1 seen", "pending 1"]],
  ["abort", [0, "aborted", "it broke", "failed 1 seen", "pending 0"]],
] as const)("%s goes on from the failed step, never from an earlier one", (answer, expected) => {
  expect(where(applyPlanAnswer(endStep(plan, failing), answer))).toEqual(expected);
});

test("leaving the last step out ends the plan", () => {
  const last = endStep(endStep(plan, done), failing);
  expect(where(applyPlanAnswer(last, "skip")).slice(0, 3)).toEqual([1, "done", null]);
});

test("a later success of the same tool makes a failure good, and nothing else does", () => {
  const left = unresolvedFailures(
    [{ tool: "mail", reason: "before" }],
    [
      failure("note"),
      success("mail"),
      success("look"),
      failure("note"),
      { tool: "wipe", failure: undefined, isDone: false },
    ],
  );
  expect(left).toEqual([{ tool: "note", reason: "note: no" }]);
  expect(unresolvedFailures(left, [success("note")])).toEqual([]);
});

function failure(tool: string) {
  return { tool, failure: `${tool}: no`, isDone: false };
}

function success(tool: string) {
  return { tool, failure: undefined, isDone: true };
}
