import { z } from "zod";
import { USAGE_KEYS } from "../../../kernel/usage-key.ts";
import { pageOf, pageQuery } from "@reeve/operations/pages";
import { cutPage, formatCursor, parseCursor } from "../../../operations/pages.ts";
import { defineRoute, type Route } from "../route.ts";
import { tell } from "../../../operations/tell.ts";
import { usageSummaryView } from "../usage-view.ts";

const TAGS = ["usage"];

const days = {
  from: z.iso.date().optional().describe("The first day; without it, the first of the month."),
  to: z.iso.date().optional().describe("The last day; without it, today."),
  person: z.string().min(1).max(200).optional().describe("Whose, by id."),
};

const price = z.object({
  model: z.string(),
  since: z.number(),
  rates: z.record(z.string(), z.unknown()).nullable(),
});

const csvPage = z.object({ csv: z.string(), next: z.int().nullable() });

/** What requests to models came to. */
export const usageRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/usage",
    summary: "What requests came to in some days, summed up.",
    tags: TAGS,
    scope: "read",
    query: z.object({ by: z.enum(USAGE_KEYS).default("day"), ...days }),
    answers: { 200: usageSummaryView },
    run: async ({ query }, { call }) => tell(usageSummaryView, await call("usage.summary", query)),
  }),
  defineRoute({
    method: "GET",
    path: "/v1/usage/export",
    summary: "Single requests of some days, as lines of CSV.",
    description: "The first page begins with the names of the columns.",
    tags: TAGS,
    scope: "read",
    query: z.object({ cursor: pageQuery.shape.cursor, ...days }),
    answers: { 200: z.object({ csv: z.string(), next: z.string().nullable() }) },
    async run({ query: { cursor, ...asked } }, { call }) {
      const after = cursor === undefined ? 0 : parseCursor(cursor, z.int().min(0));
      const { csv, next } = tell(csvPage, await call("usage.export", { ...asked, after }));
      return { csv, next: next === null ? null : formatCursor(next) };
    },
  }),
  defineRoute({
    method: "GET",
    path: "/v1/prices",
    summary: "What models cost, and since when.",
    tags: TAGS,
    scope: "read",
    query: pageQuery,
    answers: { 200: pageOf(price) },
    async run({ query }, { call }) {
      const listed = tell(z.array(price), await call("usage.prices", {}));
      return cutPage(listed, query, ({ model, since }) => `${model} ${since}`);
    },
  }),
];
