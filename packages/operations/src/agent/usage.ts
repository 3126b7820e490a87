import { z } from "zod";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

/** Keys to sum up usage by. */
export const USAGE_KEYS = [
  "day",
  "model",
  "purpose",
  "person",
  "place",
  "agent",
  "session",
  "tool",
] as const;

/** One of `USAGE_KEYS`. */
export type UsageKey = (typeof USAGE_KEYS)[number];

const sum = z.object({
  calls: z.number(),
  unpriced: z
    .number()
    .describe("The number of requests with an unknown price. These requests count as free."),
  inputTokens: z.number(),
  cachedTokens: z.number(),
  cacheWriteTokens: z.number(),
  outputTokens: z.number(),
  reasoningTokens: z.number(),
  costUsd: z.string(),
});

export type UsageSum = z.output<typeof sum>;

const summary = z
  .object({
    by: z.enum(USAGE_KEYS),
    from: z.string(),
    to: z.string(),
    rows: z.array(z.object({ key: z.string(), ...sum.shape, name: z.string() })),
    total: sum,
  })
  .meta({ id: "UsageSummary" });

export type UsageSummary = z.output<typeof summary>;

const rates = z.object({
  input: z.string(),
  output: z.string(),
  cacheRead: z.string(),
  cacheWrite: z.string(),
});

const price = z
  .object({
    model: z.string(),
    since: z.number(),
    rates: rates
      .extend({ tiers: z.array(rates.extend({ above: z.number() })) })
      .nullable()
      .describe("The price in dollars per million tokens; null if unknown."),
  })
  .meta({ id: "Price" });

export type Price = z.output<typeof price>;

const days = {
  from: z.iso.date().optional().describe("The first day. Default: the first of the month."),
  to: z.iso.date().optional().describe("The last day. Default: today."),
  person: z.string().min(1).max(200).optional().describe("Only usage for the person with this id."),
};

/** Use of models: everybody's own; for the owner and admins, all. */
export const usage = {
  summary: defineOperation({
    name: "usage.summary",
    summary: "Summarize model usage and cost for a range of days.",
    input: z.object({
      by: z.enum(USAGE_KEYS).default("day").describe("How to group the usage."),
      ...days,
    }),
    output: summary,
    effect: "read",
    scope: "read",
    http: "GET /v1/usage",
    cli: { verb: "show", example: "--by tool --from 2026-02-01" },
  }),
  export: defineOperation({
    name: "usage.export",
    summary: "Export every model request from a range of days as CSV.",
    description: "The first page starts with the column names.",
    input: z.object({ cursor: pageQuery.shape.cursor, ...days }),
    output: z.object({ csv: z.string(), next: z.string().nullable() }),
    effect: "read",
    scope: "read",
    http: "GET /v1/usage/export",
  }),
  prices: defineOperation({
    name: "usage.prices",
    summary: "List model prices and when each took effect.",
    input: pageQuery,
    output: pageOf(price),
    effect: "read",
    scope: "read",
    needs: { role: "admin", to: "see prices" },
    http: "GET /v1/prices",
    cli: { verb: "prices", all: true, example: "--limit 10" },
  }),
};
