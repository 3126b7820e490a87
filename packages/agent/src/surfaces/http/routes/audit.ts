import { z } from "zod";
import { ROLES } from "../../../kernel/principal.ts";
import { pageOf, pageQuery } from "@reeve/operations/pages";
import { pageOfRows, parseCursor } from "../../../operations/pages.ts";
import { defineRoute, type Route } from "../route.ts";
import { tell } from "../../../operations/tell.ts";
import { effect } from "../turn-view.ts";

const TAGS = ["audit"];

const label = z.object({
  integrity: z.string(),
  audience: z.string(),
  origin: z.string().optional(),
});

const record = z.object({
  n: z.number(),
  call: z.string(),
  turn: z.string(),
  place: z.string(),
  person: z.string().nullable().describe("Null once forgotten."),
  name: z.string().optional(),
  tool: z.string(),
  at: z.number(),
  effect: effect.optional(),
  verdict: z.enum(["allow", "ask", "deny"]).optional(),
  role: z.enum(ROLES).optional(),
  agent: z.string().optional(),
  authority: z
    .object({
      by: z.enum(["role", "grant", "config", "approval"]),
      grant: z.string().optional(),
      approval: z.string().optional(),
      approver: z.string().nullish(),
    })
    .optional(),
  outcome: z.string().optional(),
  durationMs: z.number().optional(),
  argsHash: z.string().optional(),
  args: z.unknown().describe("Without secrets."),
  reason: z.string().optional(),
  taint: label.optional(),
  label: label.optional(),
  isForgotten: z.boolean().optional(),
});

const report = z.object({
  rows: z.number(),
  forgotten: z.number(),
  isWhole: z.boolean(),
  brokenAt: z.number().optional(),
  because: z.string().optional(),
});

/** What is on record of calls. */
export const auditRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/audit",
    summary: "What tools did, for whom, and who allowed it; newest first.",
    tags: TAGS,
    scope: "read",
    query: pageQuery.extend({
      tool: z.string().min(1).max(200).optional(),
      person: z.string().min(1).max(200).optional().describe("A person's name or id."),
      since: z.int().min(0).optional().describe("Unix milliseconds."),
    }),
    answers: { 200: pageOf(record) },
    async run({ query: { limit, cursor, ...wanted } }, { call }) {
      const before = cursor === undefined ? undefined : parseCursor(cursor, z.int());
      const listed = await call("audit.list", { ...wanted, before, limit: limit + 1 });
      return pageOfRows(tell(z.array(record), listed), limit, ({ n }) => n);
    },
  }),
  defineRoute({
    method: "GET",
    path: "/v1/audit/verification",
    summary: "Check that no record was changed, added or taken away.",
    tags: TAGS,
    scope: "read",
    answers: { 200: report },
    run: async (_request, { call }) => tell(report, await call("audit.verify", {})),
  }),
];
