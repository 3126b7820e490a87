import { EFFECTS } from "@reeve/sdk";
import { z } from "zod";
import { nothing } from "./fields.ts";
import { defineOperation } from "./operation.ts";
import { pageOf, pageQuery } from "./pages.ts";

/**
 * `deny`: it does not run. `respond`: it does not run, and the model reads an answer in words
 * instead of a result. `revise`: the model asks again, changed as the words say.
 */
export const VERDICTS = ["allow", "deny", "respond", "revise"] as const;

/** What a lasting permission is limited to. */
export const grantTerms = z.strictObject({
  these: z.boolean().optional().describe("Only with exactly these arguments."),
  only: z
    .record(z.string(), z.string())
    .optional()
    .describe("What single arguments must be, by name; * stands for any letters."),
  perDay: z
    .strictObject({ argument: z.string(), amount: z.string() })
    .optional()
    .describe("How much an argument may come to within 24 hours."),
  until: z.number().int().optional().describe("When it ends, in Unix milliseconds."),
});

/** What a lasting permission is kept to. */
export type GrantTerms = z.output<typeof grantTerms>;

const state = z.enum([
  "pending",
  "confirmed",
  "executing",
  "done",
  "failed",
  "cancelled",
  "expired",
]);

/** A question that is asked before a call runs. */
export const approvalView = z.object({
  id: z.string(),
  call: z.string(),
  tool: z.string(),
  args: z.unknown().describe("What the tool is to be called with."),
  effect: z.enum(EFFECTS),
  preview: z.string().describe("The question as people read it."),
  requester: z.string().describe("For whom the call is."),
  state,
  createdAt: z.number(),
  expiresAt: z.number(),
  decidedBy: z.string().nullable(),
  reason: z.string().nullable(),
  edits: z.number().describe("How often it was changed."),
  needed: z.number().describe("How many people have to allow it."),
  votes: z.number().describe("How many have."),
  revises: z.string().nullable().describe("The question whose place it took."),
});

export type ApprovalView = z.output<typeof approvalView>;

const grant = z.object({
  id: z.string(),
  tool: z.string(),
  surface: z.string(),
  chat: z.string(),
  argsHash: z.string().nullable().describe("Null for any arguments."),
  pattern: z.record(z.string(), z.string()).optional(),
  cap: z.object({ argument: z.string(), perDay: z.string() }).optional(),
  grantedBy: z.string(),
  until: z.number().nullable(),
});

export type GrantView = z.output<typeof grant>;

const feedback = z.object({
  approval: z.string(),
  tool: z.string(),
  argsHash: z.string(),
  verdict: z.enum(["allow", "edit", "always", "deny", "respond", "revise", "expired"]),
  latencyMs: z.number().describe("Between the question and the answer."),
  at: z.number(),
});

export type FeedbackView = z.output<typeof feedback>;

const approval = z.string().min(1).max(100);
const waiting = { role: "admin", to: "see what waits for an answer" } as const;
const forGood = { role: "admin", to: "see what was allowed for good" } as const;

/** Questions that wait for a person, and what was allowed for good. */
export const approvals = {
  list: defineOperation({
    name: "approvals.list",
    summary: "The newest 500 questions, open ones first.",
    input: pageQuery.extend({ state: state.optional() }),
    output: pageOf(approvalView),
    effect: "read",
    scope: "read",
    needs: waiting,
    http: "GET /v1/approvals",
    cli: { verb: "list", set: { state: "pending" } },
  }),
  show: defineOperation({
    name: "approvals.show",
    summary: "One question.",
    input: z.object({ approval }),
    output: approvalView.extend({
      question: z.string().describe("As this chat is shown it, in its language."),
    }),
    effect: "read",
    scope: "read",
    needs: waiting,
    http: "GET /v1/approvals/{approval}",
    cli: { verb: "show", words: ["approval"], usage: "<id>" },
  }),
  decide: defineOperation({
    name: "approvals.decide",
    summary: "Answer a question.",
    description:
      "`allow` runs the call, with other arguments where `args` are given, and for good with `always`. `deny` does not. `respond` tells the model the `reason` in place of a result, `revise` has it ask again as the `reason` says.",
    input: z.object({
      approval,
      verdict: z.enum(VERDICTS),
      reason: z.string().max(2000).optional(),
      args: z.unknown().optional().describe("In place of those that were shown."),
      always: z.union([z.boolean(), grantTerms]).optional(),
    }),
    output: z.object({
      outcome: z
        .enum(["recorded", "counted", "too-late"])
        .describe("`counted`: others have to allow it, too. `too-late`: it was over."),
    }),
    effect: "change",
    scope: "approve",
    http: "POST /v1/approvals/{approval}/decision",
    cli: [
      { verb: "allow", words: ["approval"], usage: "<id>" },
      { verb: "deny", words: ["approval"], usage: "<id>" },
      { verb: "edit", words: ["approval", "args…"], usage: "<id> <JSON>" },
      { verb: "revise", words: ["approval"], usage: "<id> <how>…" },
      { verb: "respond", words: ["approval"], usage: "<id> <answer>…" },
    ],
  }),
  feedback: defineOperation({
    name: "approvals.feedback",
    summary: "What became of the newest 500 questions, and how long it took.",
    input: pageQuery,
    output: pageOf(feedback),
    effect: "read",
    scope: "read",
    needs: { role: "admin", to: "see how questions were answered" },
    http: "GET /v1/approval-feedback",
    cli: { verb: "feedback" },
  }),
  grants: defineOperation({
    name: "approvals.grants",
    summary: "What runs without a question, and where.",
    input: pageQuery,
    output: pageOf(grant),
    effect: "read",
    scope: "read",
    needs: forGood,
    http: "GET /v1/grants",
    cli: { verb: "grants" },
  }),
  revoke: defineOperation({
    name: "approvals.revoke",
    summary: "Take a lasting permission back: from now on it is asked again.",
    input: z.object({ grant: approval }),
    output: nothing,
    effect: "delete",
    scope: "admin",
    needs: forGood,
    http: "DELETE /v1/grants/{grant}",
    cli: { verb: "grants revoke", words: ["grant"], usage: "<id>" },
  }),
};
