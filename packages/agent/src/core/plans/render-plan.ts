import { truncateToLine } from "../../kernel/text/truncate.ts";
import type { ReplyPart } from "../../kernel/reply.ts";
import type { PostCause } from "../../kernel/chat-event.ts";
import { PLAN_ANSWERS, type PlanAnswer } from "../../domains/change-plan.ts";
import type { Language } from "../../kernel/languages.ts";
import { texts, type Texts } from "../../platform/texts.ts";
import type { Plan, PlanStep } from "../../store/turns/plans.ts";
import { textPart } from "../text-part.ts";
import type { PlanFailure } from "./plan-failure.ts";

/** A plan rendered as it is now: its progress, and that it has ended or is stuck. */
export interface RenderedPlan {
  readonly id: string;
  readonly cause: PostCause;
  readonly about: string;
  readonly reply: readonly ReplyPart[];
}

/** In which language a plan is told, and why it failed, where its row says so in English only. */
export interface PlanView {
  readonly language: Language;
  readonly trouble?: PlanFailure | undefined;
  /** The plan as it asked how to go on, and what was just answered to that. */
  readonly answered?: { readonly plan: Plan; readonly answer: PlanAnswer } | undefined;
}

/** Each version of a plan is told once. */
export function renderPlan(plan: Plan, view: PlanView): RenderedPlan {
  const { id, version } = plan;
  const text = renderProgress(plan);
  const progress: ReplyPart = {
    type: "progress",
    about: id,
    text,
    ...(isPassing(plan) && { isPassing: true }),
    ...(view.answered && { answered: renderAnswered(view.answered, texts(view.language).plans) }),
  };
  const reply = [progress, ...closingOf(plan, view)];
  return { id: `plan:${id}:${version}`, cause: "plan", about: id, reply };
}

/** A plan whose present step has waited for its model since a moment. */
export function renderWaitingPlan(plan: Plan, since: number): RenderedPlan {
  const { id, version } = plan;
  const text = renderProgress(plan, true);
  const reply = [{ type: "progress", about: id, text, isPassing: true }] as const;
  return { id: `plan:${id}:${version}:${since}`, cause: "plan", about: id, reply };
}

/**
 * A line for each step: `✓` done, `_` to come, `✗` failed, `-` left out; the present one is
 * `▶` under way, or `⏳` waiting for its model.
 */
export function renderProgress(plan: Plan, isWaiting = false): string {
  const present = isWaiting ? "⏳" : "▶";
  return plan.steps
    .map((step, n) => {
      const sign = signOf(plan, step, { n, present });
      return `${sign} ${n + 1}. ${truncateToLine(step.description, MAX_LINE)}`;
    })
    .join("\n");
}

function signOf(
  { at, state }: Plan,
  step: PlanStep,
  { n, present }: { readonly n: number; readonly present: string },
): string {
  if (step.state !== "pending") return SIGNS[step.state];
  // It was under way when the plan was given up.
  if (n === at && state === "aborted") return SIGNS.failed;
  const isPresent = n === at && (state === "running" || state === "waiting");
  return isPresent ? present : "_";
}

const SIGNS = { done: "✓", failed: "✗", skipped: "-" } as const;
const MAX_LINE = 100;

/** Between its beginning and an end or a failure. */
function isPassing({ state, at, steps }: Plan): boolean {
  if (state === "waiting") return true;
  if (state !== "running") return false;
  const [first] = steps;
  const isBegun = first && (first.attempts > 1 || first.questions.length > 0);
  return at > 0 || isBegun === true;
}

function closingOf(plan: Plan, { language, trouble }: PlanView): readonly ReplyPart[] {
  const said = texts(language).plans;
  const { id, goal } = plan;
  switch (plan.state) {
    case "running":
    case "waiting":
      return [];
    case "done":
      return [textPart(said.done({ goal }) + renderReached(plan, said))];
    case "aborted":
      return [textPart(said.aborted({ goal }) + renderReached(plan, said))];
    case "failed": {
      const reason = trouble?.told ?? plan.reason ?? said.noReason;
      const text = renderFailure(plan, { said, reason });
      return [{ type: "choice", about: id, text, choices: [...PLAN_ANSWERS] }];
    }
  }
}

function renderReached({ steps }: Plan, { leftOut }: Texts["plans"]): string {
  const reached = steps.flatMap(({ state, description, output }, n) => {
    if (state === "pending") return [];
    const came = state === "skipped" ? leftOut : output;
    return [`\n\n${n + 1}. ${description}\n${came}`];
  });
  return reached.join("");
}

function renderFailure(
  { at, steps }: Plan,
  { said, reason }: { readonly said: Texts["plans"]; readonly reason: string },
): string {
  const which = said.failed({ n: at + 1, steps: steps.length, reason });
  return `${which}\n${steps[at]?.description ?? ""}\n${said.ask}`;
}

function renderAnswered(
  { plan: { at, steps }, answer }: NonNullable<PlanView["answered"]>,
  { failed, chosen }: Texts["plans"],
): string {
  const reason = steps[at]?.description ?? "";
  const which = failed({ n: at + 1, steps: steps.length, reason });
  return `${which}\n${chosen[answer]}`;
}
