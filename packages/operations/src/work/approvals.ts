import { z } from "zod";
import { id, nothing, toolEffect } from "../fields.ts";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

/**
 * Decisions on an approval. `deny`: the call does not run. `respond`: it does not run, and the
 * model reads a text instead of a result. `revise`: the model asks again, changed as the text says.
 */
export const VERDICTS = ["allow", "deny", "respond", "revise"] as const;

/** Limits of a grant. */
export const grantTerms = z.strictObject({
  these: z.boolean().optional().describe("Limit the grant to exactly these arguments."),
  only: z
    .record(z.string(), z.string())
    .optional()
    .describe("Patterns that arguments must match, by argument name; * matches any text."),
  perDay: z
    .strictObject({ argument: z.string(), amount: z.string() })
    .optional()
    .describe("The highest total allowed for an argument within 24 hours."),
  until: z.number().int().optional().describe("When the grant ends, in Unix milliseconds."),
});

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

/** A tool call that waits for, or got, a decision. */
export const approvalView = z
  .object({
    id: z.string(),
    call: z.string(),
    tool: z.string(),
    args: z.unknown().describe("The arguments that the tool is called with."),
    effect: toolEffect,
    preview: z.string().describe("The approval prompt as shown to people."),
    requester: z.string().describe("The person on whose behalf the call runs."),
    state,
    createdAt: z.number(),
    expiresAt: z.number(),
    decidedBy: z.string().nullable(),
    reason: z.string().nullable(),
    edits: z.number().describe("The number of times the arguments were edited."),
    needed: z.number().describe("The number of people who must allow the call."),
    votes: z.number().describe("The number of people who have allowed the call."),
    revises: z.string().nullable().describe("The approval that this approval replaces."),
    trace: z.string().describe("The message that started the work."),
  })
  .meta({ id: "Approval" });

export type ApprovalView = z.output<typeof approvalView>;

const grant = z.object({
  id: z.string(),
  tool: z.string(),
  surface: z.string(),
  chat: z.string(),
  argsHash: z.string().nullable().describe("Null if the grant covers any arguments."),
  pattern: z.record(z.string(), z.string()).optional(),
  cap: z.object({ argument: z.string(), perDay: z.string() }).optional(),
  grantedBy: z.string(),
  until: z.number().nullable(),
  warning: z.string().optional().describe("Why the grant covers more than it seems to."),
});

export type GrantView = z.output<typeof grant>;

const feedback = z.object({
  approval: z.string(),
  tool: z.string(),
  argsHash: z.string(),
  verdict: z.enum(["allow", "edit", "always", "deny", "respond", "revise", "expired"]),
  latencyMs: z.number().describe("The time between the request and the decision."),
  at: z.number(),
});

export type FeedbackView = z.output<typeof feedback>;

const toSee = { role: "admin", to: "see approvals" } as const;
const toGrants = { role: "admin", to: "manage grants" } as const;

/** Approvals and grants. */
export const approvals = {
  list: defineOperation({
    name: "approvals.list",
    summary: "List the newest 500 approvals, pending ones first.",
    input: pageQuery.extend({ state: state.optional().describe("Only approvals in this state.") }),
    output: pageOf(approvalView),
    effect: "read",
    scope: "read",
    needs: toSee,
    http: "GET /v1/approvals",
    cli: { verb: "list", all: true, set: { state: "pending" }, example: "--limit 10" },
  }),
  show: defineOperation({
    name: "approvals.show",
    summary: "Show one approval.",
    input: z.object({ id }),
    output: approvalView.extend({
      question: z.string().describe("The prompt as shown in this chat, in the chat's language."),
      outcome: z
        .string()
        .optional()
        .describe(
          "If it was denied or has expired: a line for each call that says so, in the chat's language.",
        ),
    }),
    effect: "read",
    scope: "read",
    needs: toSee,
    http: "GET /v1/approvals/{id}",
    cli: { verb: "show", words: ["id"], example: "ap1" },
  }),
  decide: defineOperation({
    name: "approvals.decide",
    summary: "Allow or deny a tool call, reply instead, or request a change.",
    description:
      "`allow` runs the call. If `args` is set, it replaces the shown arguments; `always` also saves a grant. `deny` rejects the call. `respond` returns the `reason` to the model instead of a result. `revise` has the model ask again with the changes described in `reason`.",
    input: z.object({
      id,
      verdict: z
        .enum(VERDICTS)
        .describe("What happens to the call: `allow`, `deny`, `respond` or `revise`."),
      reason: z
        .string()
        .max(2000)
        .optional()
        .describe("The reason, answer or changes, for the model or the requester."),
      args: z.unknown().optional().describe("Arguments that replace those shown."),
      always: z
        .union([z.boolean(), grantTerms])
        .optional()
        .describe("Also save a grant, so that similar calls run without approval."),
    }),
    output: z.object({
      outcome: z
        .enum(["recorded", "counted", "too-late"])
        .describe(
          "`counted`: the decision was recorded, and more approvals are needed. `too-late`: the approval was already decided or has expired.",
        ),
      warning: z.string().optional().describe("Why the saved grant covers more than it seems to."),
    }),
    effect: "change",
    scope: "approve",
    http: "POST /v1/approvals/{id}/decision",
    cli: [
      {
        verb: "allow",
        summary: "Allow the call.",
        words: ["id"],
        example: "ap1 --per-day amount=10",
      },
      {
        verb: "deny",
        summary: "Deny the call.",
        words: ["id"],
        usage: "<id> [<reason>…]",
        example: "ap1 not today",
      },
      {
        verb: "edit",
        summary: "Allow the call with other arguments.",
        words: ["id", "args…"],
        usage: "<id> <JSON>",
        example: `ap1 '{"to":"Bob"}'`,
      },
      {
        verb: "revise",
        summary: "Have the model ask again with the changes you describe.",
        words: ["id"],
        usage: "<id> <text>…",
        example: "ap1 ask for half the amount",
      },
      {
        verb: "respond",
        summary: "Send the model an answer instead of running the call.",
        words: ["id"],
        usage: "<id> <text>…",
        example: "ap1 the answer is 42",
      },
    ],
  }),
  feedback: defineOperation({
    name: "approvals.feedback",
    summary: "List the decisions on the newest 500 approvals and how long each took.",
    input: pageQuery,
    output: pageOf(feedback),
    effect: "read",
    scope: "read",
    needs: { role: "admin", to: "see decisions" },
    http: "GET /v1/approval-feedback",
    cli: { verb: "feedback", all: true, example: "--limit 20" },
  }),
  grants: defineOperation({
    name: "approvals.grants",
    summary:
      "List the grants that let tool calls run without approval, and where each grant applies.",
    input: pageQuery,
    output: pageOf(grant),
    effect: "read",
    scope: "read",
    needs: toGrants,
    http: "GET /v1/grants",
    cli: { verb: "grants", all: true, example: "--limit 20" },
  }),
  revoke: defineOperation({
    name: "approvals.revoke",
    summary: "Revoke a grant. The calls it covered need approval again.",
    input: z.object({ id }),
    output: nothing,
    effect: "delete",
    scope: "admin",
    needs: toGrants,
    http: "DELETE /v1/grants/{id}",
    cli: { verb: "grants revoke", words: ["id"], example: "g1" },
  }),
};
