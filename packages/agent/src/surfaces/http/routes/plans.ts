import { z } from "zod";
import { pageOf, pageQuery } from "@reeve/operations/pages";
import { cutPage } from "../../../operations/pages.ts";
import { defineRoute, type Route } from "../route.ts";
import { tell } from "../../../operations/tell.ts";
import { effect } from "../turn-view.ts";

const TAGS = ["plans"];

const plan = z.object({
  id: z.string(),
  goal: z.string(),
  state: z.enum(["running", "waiting", "failed", "done", "aborted"]),
  progress: z.string(),
  reason: z.string().optional().describe("Why it failed."),
  createdAt: z.number(),
});

const shownPlan = plan.extend({
  steps: z.array(
    z.object({
      description: z.string(),
      tool: z.string().nullable(),
      effect: effect.nullable(),
      state: z.enum(["pending", "done", "failed", "skipped"]),
      attempts: z.number(),
      output: z.string(),
    }),
  ),
});

const params = z.object({ id: z.string().min(1).max(100) });

const MOST = 500;

/** Steps that were allowed together. */
export const planRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/plans",
    summary: `Your newest ${MOST} plans, or everybody's for the owner and admins.`,
    tags: TAGS,
    scope: "read",
    query: pageQuery,
    answers: { 200: pageOf(plan) },
    async run({ query }, { call }) {
      const listed = await call("plans.list", { limit: MOST });
      return cutPage(tell(z.array(plan), listed), query, ({ id }) => id);
    },
  }),
  defineRoute({
    method: "GET",
    path: "/v1/plans/{id}",
    summary: "One plan, with what each of its steps came to.",
    tags: TAGS,
    scope: "read",
    params,
    answers: { 200: shownPlan },
    run: async ({ params: { id } }, { call }) =>
      tell(shownPlan, await call("plans.show", { plan: id })),
  }),
  defineRoute({
    method: "POST",
    path: "/v1/plans/{id}/answer",
    summary: "Say how a failed plan goes on.",
    tags: TAGS,
    scope: "approve",
    params,
    body: z.object({ answer: z.enum(["continue", "retry", "skip", "abort"]) }),
    answers: { 200: plan },
    run: async ({ params: { id }, body }, { call }) =>
      tell(plan, await call("plans.answer", { plan: id, ...body })),
  }),
  defineRoute({
    method: "POST",
    path: "/v1/plans/{id}/cancel",
    summary: "Give a plan up; what runs of it at this moment still ends.",
    tags: TAGS,
    scope: "approve",
    params,
    answers: { 200: plan },
    run: async ({ params: { id } }, { call }) =>
      tell(plan, await call("plans.cancel", { plan: id })),
  }),
];
