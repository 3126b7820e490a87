import { toSingleLine, truncateToLine } from "../../kernel/text/truncate.ts";
import { toLocalTime } from "when-in-words/local-time";
import type { Label } from "../../kernel/label.ts";
import type { Plan, PlanStep } from "../../store/turns/plans.ts";
import { sanitize } from "../context/render/sanitize.ts";

/** So much of what a step came to is told to the next ones, in characters. */
const MAX_OUTPUT = 300;
const MAX_DESCRIPTION = 100;

/**
 * Renders, for the model, the next step of a plan: its task, then the results of earlier steps,
 * each under its label.
 */
export function renderStep(
  plan: Plan,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): string {
  const { goal, steps, at } = plan;
  const step = steps[at];
  if (!step) throw new Error(`plan ${plan.id} has no step ${at}`);
  const { date, time } = toLocalTime(now, timeZone);
  const earlier = steps.slice(0, at).map((one, n) => blockOf(plan, { step: one, n }));
  const context = earlier.length > 0 ? ["Context from previous steps:", ...earlier] : [];
  const ending = step.tool === null ? "" : ` It is done once ${step.tool} has succeeded.`;
  return [
    `[Step ${at + 1} of ${steps.length} of a plan that was allowed. Do this step and nothing else.${ending} If it cannot be done, begin your answer with "FAILED:" and say why. Goal: ${toSingleLine(sanitize(goal))}]`,
    `[${date} ${time} ${timeZone}] <user_message>${sanitize(step.description)}</user_message>`,
    ...context,
    ...beforeOf(plan, step),
  ].join("\n");
}

/** Returns the results that `renderStep` shows, with their labels. */
export function resultsShownIn(plan: Plan): readonly ShownResult[] {
  const { steps, at } = plan;
  const ended = steps.slice(0, at).map(({ output, label }) => ({ text: output, label }));
  const step = steps[at];
  const before = step && step.attempts > 1 ? [{ text: endOf(plan, step), label: step.label }] : [];
  return [...ended, ...before].flatMap(({ text, label }) =>
    label && text !== "" ? [{ text, label }] : [],
  );
}

interface ShownResult {
  readonly text: string;
  readonly label: Label;
}

/** Renders an earlier start of the same step. */
function beforeOf(plan: Plan, step: PlanStep): readonly string[] {
  if (step.attempts <= 1) return [];
  const how =
    step.output === ""
      ? "This step was begun before and did not end. Do it from the beginning, but do not repeat anything that is done."
      : "This step was begun before and did not end. Continue where it stopped, and do not repeat anything that is done.";
  const line = `It ended with: ${shorten(endOf(plan, step), MAX_OUTPUT)}`;
  return [how, block(step.label ?? plan.label, line)];
}

function endOf({ reason }: Plan, { output }: PlanStep): string {
  return `${reason ?? ""} ${output}`.trim();
}

function blockOf(plan: Plan, { step, n }: { readonly step: PlanStep; readonly n: number }): string {
  const { description, output, state, label } = step;
  const came = state === "skipped" ? "(skipped)" : shorten(output, MAX_OUTPUT);
  const line = `- Step ${n + 1} (${shorten(description, MAX_DESCRIPTION)}): ${came}`;
  return block(label ?? plan.label, line);
}

function block({ integrity }: Label, line: string): string {
  return `<context type="plan" integrity="${integrity}" audience="place">\n${line}\n</context>`;
}

function shorten(text: string, most: number): string {
  return truncateToLine(sanitize(text), most);
}
