import { z } from "zod";
import { defineRoute, type Route } from "../route.ts";
import { tell } from "../../../operations/tell.ts";

const TAGS = ["limits"];

const periods = z.object({ day: z.string().optional(), month: z.string().optional() });

const limits = z.object({
  money: z.object({ person: periods, chat: periods, tenant: periods, platform: periods }),
  assets: z.record(
    z.string(),
    z.object({
      perCall: z.string().optional(),
      perDay: z.string().optional(),
      to: z.array(z.string()).optional(),
      decimals: z.int().optional(),
    }),
  ),
  rates: z.object({
    person: z.object({ minute: z.int(), day: z.int() }),
    group: z.object({ minute: z.int() }),
    stranger: z.int(),
  }),
  overRate: z.enum(["queue", "refuse"]).optional(),
});

const shown = z.object({
  limits,
  set: z.record(z.string(), z.string()).describe("What was set while the agent ran, by key."),
  money: z
    .array(z.object({ subject: z.string(), day: z.string(), month: z.string(), held: z.string() }))
    .describe("What was spent, by whom."),
  assets: z.array(z.object({ asset: z.string(), paid: z.string() })),
  unpriced: z.array(z.string()).describe("Models whose price is not known."),
});
const params = z.object({
  key: z.string().min(1).max(200).describe("Such as money.person.day."),
});

/** What may be spent, and how fast people may write. */
export const limitRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/limits",
    summary: "The limits, and what is used of them.",
    tags: TAGS,
    scope: "read",
    answers: { 200: shown },
    run: async (_request, { call }) => tell(shown, await call("limits.show", {})),
  }),
  defineRoute({
    method: "PUT",
    path: "/v1/limits/{key}",
    summary: "Set a limit; `none` takes it away.",
    tags: TAGS,
    scope: "admin",
    params,
    body: z.object({ value: z.string().min(1).max(2000) }),
    answers: { 200: z.object({ limits }) },
    run: async ({ params: { key }, body }, { call }) =>
      tell(z.object({ limits }), await call("limits.set", { key, ...body })),
  }),
  defineRoute({
    method: "DELETE",
    path: "/v1/limits/{key}",
    summary: "Leave a limit to the settings file again.",
    tags: TAGS,
    scope: "admin",
    params,
    answers: { 204: null },
    async run({ params: { key } }, { call }) {
      await call("limits.set", { key });
    },
  }),
];
