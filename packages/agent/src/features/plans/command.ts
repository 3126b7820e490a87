import { type PlanStepView, plans, type PlanView } from "@reeve/operations/work/plans";
import { defineCommandLine, type ShowContext } from "../../operations/cli.ts";
import { linesOf } from "../../operations/lines.ts";

/** `reeve plans`. */
export const plansCommand = defineCommandLine({
  command: "plans",
  operations: plans,
  show: {
    list: ({ items }) => linesOf(items, toText, "There are no plans."),
    show: (plan) => toText(plan) + plan.steps.map(toStep).join(""),
    answer: toOutcome,
    cancel: toOutcome,
  },
});

function toOutcome(plan: PlanView, { isRunning }: ShowContext): string {
  const more =
    isRunning || plan.state !== "running" ? "" : "It continues once the agent is running.\n";
  return `${toText(plan)}${more}`;
}

function toText({ id, goal, state, progress, reason, createdAt }: PlanView): string {
  const why = reason === undefined ? "" : `: ${reason}`;
  const head = `${id}  ${state}${why}  ${new Date(createdAt).toISOString()}`;
  const lines = progress.split("\n").map((line) => `  ${line}`);
  return `${[head, `  ${goal}`, ...lines].join("\n")}\n`;
}

function toStep({ description, tool, state, output }: PlanStepView, at: number): string {
  const using = tool === null ? "" : ` with ${tool}`;
  const lines = output === "" ? [] : output.split("\n").map((line) => `   ${line}`);
  return `${[`${at + 1}. ${description}${using} (${state})`, ...lines].join("\n")}\n`;
}
