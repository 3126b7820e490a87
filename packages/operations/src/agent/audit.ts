import { z } from "zod";
import { ROLES } from "../access.ts";
import { toolEffect } from "../fields.ts";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

const label = z.object({
  integrity: z.string(),
  audience: z.string(),
  origin: z.string().optional(),
});

const record = z
  .object({
    n: z.number(),
    call: z.string(),
    turn: z.string(),
    place: z.string(),
    person: z.string().nullable().describe("Null if the person was forgotten."),
    name: z.string().optional(),
    tool: z.string(),
    at: z.number(),
    effect: toolEffect.optional(),
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
    args: z.unknown().describe("The arguments, without secrets."),
    reason: z.string().optional(),
    taint: label.optional(),
    label: label.optional(),
    isForgotten: z.boolean().optional(),
  })
  .meta({ id: "AuditRecord" });

export type AuditRecord = z.output<typeof record>;

const toSee = { role: "admin", to: "read the audit log" } as const;

/** The record of tool calls. */
export const audit = {
  list: defineOperation({
    name: "audit.list",
    summary: "List tool calls with their requesters and approvers, newest first.",
    input: pageQuery.extend({
      tool: z.string().min(1).max(200).optional().describe("Only calls to this tool."),
      person: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe("Only calls made for this person, by name or id."),
      since: z
        .int()
        .min(0)
        .optional()
        .describe("Only calls since this time, in Unix milliseconds."),
    }),
    output: pageOf(record),
    effect: "read",
    scope: "admin",
    needs: toSee,
    http: "GET /v1/audit",
    cli: { verb: "list", example: "--tool exec_run --since 2026-02-20" },
  }),
  verify: defineOperation({
    name: "audit.verify",
    summary: "Verify that no audit record was changed, added or removed.",
    input: z.object({}),
    output: z.object({
      rows: z.number(),
      forgotten: z.number(),
      isWhole: z.boolean(),
      brokenAt: z.number().optional(),
      because: z.string().optional(),
    }),
    effect: "read",
    scope: "admin",
    needs: toSee,
    http: "GET /v1/audit/verification",
    cli: { verb: "verify" },
  }),
};
