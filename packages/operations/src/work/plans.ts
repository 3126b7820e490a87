import { z } from "zod";
import { id, toolEffect } from "../fields.ts";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

/** Ways to go on with a failed plan. */
export const PLAN_ANSWERS = ["continue", "retry", "skip", "abort"] as const;

export type PlanAnswer = (typeof PLAN_ANSWERS)[number];

const plan = z.object({
  id: z.string(),
  goal: z.string(),
  state: z.enum(["running", "waiting", "failed", "done", "aborted"]),
  progress: z
    .string()
    .describe("The plan's steps, one per line, each with a symbol for its state."),
  reason: z.string().optional().describe("Why the plan failed."),
  createdAt: z.number(),
});

export type PlanView = z.output<typeof plan>;

const step = z.object({
  description: z.string(),
  tool: z.string().nullable(),
  effect: toolEffect.nullable(),
  state: z.enum(["pending", "done", "failed", "skipped"]),
  attempts: z.number(),
  output: z.string(),
});

export type PlanStepView = z.output<typeof step>;

const inChat = id.optional().describe("The plan's id. Default: the newest plan in this chat.");

/** Plans: steps that a person approved together. */
export const plans = {
  list: defineOperation({
    name: "plans.list",
    summary: "List your newest 500 plans. Admins see everyone's plans.",
    input: pageQuery,
    output: pageOf(plan),
    effect: "read",
    scope: "read",
    http: "GET /v1/plans",
    cli: { verb: "list", example: "--limit 5" },
  }),
  show: defineOperation({
    name: "plans.show",
    summary: "Show one plan with each step's output.",
    input: z.object({ id }),
    output: plan.extend({ steps: z.array(step) }),
    effect: "read",
    scope: "read",
    http: "GET /v1/plans/{id}",
    cli: { verb: "show", words: ["id"], example: "p1" },
  }),
  answer: defineOperation({
    name: "plans.answer",
    summary: "Choose how to continue a failed plan.",
    description:
      "`continue` resumes the failed step where it stopped. `retry` restarts the step. `skip` moves on to the next step. `abort` ends the plan.",
    input: z.object({
      id: inChat,
      answer: z
        .enum(PLAN_ANSWERS)
        .describe("Whether to continue, retry, skip the step or abort the plan."),
    }),
    output: plan,
    effect: "change",
    scope: "approve",
    http: "POST /v1/plans/{id}/answer",
    cli: [
      {
        verb: "continue",
        summary: "Resume a failed plan where it stopped.",
        words: ["id"],
        set: { answer: "continue" },
        example: "p1",
      },
      {
        verb: "retry",
        summary: "Restart a plan's failed step.",
        words: ["id"],
        set: { answer: "retry" },
        example: "p1",
      },
      {
        verb: "skip",
        summary: "Skip a plan's failed step.",
        words: ["id"],
        set: { answer: "skip" },
        example: "p1",
      },
      {
        verb: "abort",
        summary: "End a failed plan.",
        words: ["id"],
        set: { answer: "abort" },
        example: "p1",
      },
    ],
  }),
  cancel: defineOperation({
    name: "plans.cancel",
    summary: "Cancel a plan. Tool calls already running still finish.",
    input: z.object({ id: inChat }),
    output: plan,
    effect: "change",
    scope: "approve",
    http: "POST /v1/plans/{id}/cancel",
    cli: { verb: "cancel", words: ["id"], example: "p1" },
  }),
};
