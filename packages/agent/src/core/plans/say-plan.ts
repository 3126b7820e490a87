import type { Reply } from "../../kernel/reply.ts";
import type { SaidCause } from "../../kernel/turn-event.ts";
import { PLAN_ANSWERS } from "../../domains/change-plan.ts";
import type { Plan, PlanStep } from "../../store/plans.ts";
import { textPart } from "../text-part.ts";

/** What is said of a plan as it is now: how far it is, and once it is over or stuck, that. */
export interface PlanSaying {
  readonly id: string;
  readonly cause: SaidCause;
  readonly about: string;
  readonly reply: readonly Reply[];
}

/** Each version of a plan is told once. */
export function sayPlan(plan: Plan): PlanSaying {
  const { id, version } = plan;
  const progress: Reply = { type: "progress", about: id, text: renderProgress(plan) };
  const reply = [progress, ...closingOf(plan)];
  return { id: `plan:${id}:${version}`, cause: "plan", about: id, reply };
}

/** A line for each step: `✓` done, `▶` the present one, `_` to come, `✗` failed, `-` left out. */
export function renderProgress(plan: Plan): string {
  return plan.steps
    .map((step, n) => `${signOf(plan, step, n)} ${n + 1} ${shorten(step.description, MOST_LINE)}`)
    .join("\n");
}

function signOf({ at, state }: Plan, step: PlanStep, n: number): string {
  if (step.state !== "pending") return SIGNS[step.state];
  const isPresent = n === at && (state === "running" || state === "waiting");
  return isPresent ? "▶" : "_";
}

const SIGNS = { done: "✓", failed: "✗", skipped: "-" } as const;
const MOST_LINE = 100;

function closingOf(plan: Plan): readonly Reply[] {
  switch (plan.state) {
    case "running":
    case "waiting":
      return [];
    case "done":
      return [textPart(renderDone(plan))];
    case "aborted":
      return [textPart(`The plan is given up: ${plan.goal}${renderReached(plan)}`)];
    case "failed":
      return [
        { type: "choice", about: plan.id, text: renderFailure(plan), choices: [...PLAN_ANSWERS] },
      ];
  }
}

function renderDone(plan: Plan): string {
  return `*Done!* ${plan.goal}${renderReached(plan)}`;
}

function renderReached({ steps }: Plan): string {
  const reached = steps.flatMap(({ state, description, output }, n) => {
    if (state === "pending") return [];
    const came = state === "skipped" ? "(left out)" : output;
    return [`\n\n${n + 1}. ${description}\n${came}`];
  });
  return reached.join("");
}

function renderFailure({ at, steps, reason }: Plan): string {
  const step = steps[at];
  const which = `Step ${at + 1} of ${steps.length} failed: ${reason ?? "nobody knows why"}`;
  return `${which}\n${step?.description ?? ""}\nContinue, retry, skip or abort? (/plan continue)`;
}

function shorten(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
