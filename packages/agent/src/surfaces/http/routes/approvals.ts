import { z } from "zod";
import { grantTerms, VERDICTS } from "../../../core/inbox.ts";
import { cutPage, pageOf, pageQuery } from "../pages.ts";
import { defineRoute, type Route } from "../route.ts";
import { tell } from "../tell.ts";
import { approvalView } from "../turn-view.ts";

const TAGS = ["approvals"];

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

const feedback = z.object({
  approval: z.string(),
  tool: z.string(),
  argsHash: z.string(),
  verdict: z.enum(["allow", "edit", "always", "deny", "respond", "revise", "expired"]),
  latencyMs: z.number().describe("Between the question and the answer."),
  at: z.number(),
});

const params = z.object({ id: z.string().min(1).max(100) });

/** So many questions can be listed; older ones are found by their ids. */
const MOST = 500;

/** Questions that wait for a person, and what was allowed for good. */
export const approvalRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/approvals",
    summary: `The newest ${MOST} questions, open ones first.`,
    tags: TAGS,
    scope: "read",
    query: pageQuery,
    answers: { 200: pageOf(approvalView) },
    async run({ query }, { call }) {
      const listed = await call("approvals.list", { limit: MOST });
      return cutPage(tell(z.array(approvalView), listed), query, ({ id }) => id);
    },
  }),
  defineRoute({
    method: "GET",
    path: "/v1/approvals/{id}",
    summary: "One question.",
    tags: TAGS,
    scope: "read",
    params,
    answers: { 200: approvalView },
    run: async ({ params: { id } }, { call }) =>
      tell(approvalView, await call("approvals.show", { approval: id })),
  }),
  defineRoute({
    method: "POST",
    path: "/v1/approvals/{id}/decision",
    summary: "Answer a question.",
    description:
      "`allow` runs the call, with other arguments where `args` are given, and for good with `always`. `deny` does not. `respond` tells the model the `reason` in place of a result, `revise` has it ask again as the `reason` says.",
    tags: TAGS,
    scope: "approve",
    params,
    body: z.object({
      verdict: z.enum(VERDICTS),
      reason: z.string().max(2000).optional(),
      args: z.unknown().optional().describe("In place of those that were shown."),
      always: z.union([z.boolean(), grantTerms]).optional(),
    }),
    answers: {
      200: z.object({
        outcome: z
          .enum(["recorded", "counted", "too-late"])
          .describe("`counted`: others have to allow it, too. `too-late`: it was over."),
      }),
    },
    run: ({ params: { id }, body }, { call }) =>
      call("approvals.decide", { approval: id, ...body }),
  }),
  defineRoute({
    method: "GET",
    path: "/v1/approval-feedback",
    summary: `What became of the newest ${MOST} questions, and how long it took.`,
    tags: TAGS,
    scope: "read",
    query: pageQuery,
    answers: { 200: pageOf(feedback) },
    async run({ query }, { call }) {
      const listed = await call("approvals.feedback", { limit: MOST });
      return cutPage(
        tell(z.array(feedback), listed),
        query,
        ({ approval, at }) => `${approval} ${at}`,
      );
    },
  }),
  defineRoute({
    method: "GET",
    path: "/v1/grants",
    summary: "What runs without a question, and where.",
    tags: TAGS,
    scope: "read",
    query: pageQuery,
    answers: { 200: pageOf(grant) },
    async run({ query }, { call }) {
      const listed = tell(z.array(grant), await call("approvals.grants", {}));
      return cutPage(listed, query, ({ id }) => id);
    },
  }),
  defineRoute({
    method: "DELETE",
    path: "/v1/grants/{id}",
    summary: "Take a lasting permission back: from now on it is asked again.",
    tags: TAGS,
    scope: "admin",
    params,
    answers: { 204: null },
    async run({ params: { id } }, { call }) {
      await call("approvals.revoke", { grant: id });
    },
  }),
];
