import { z } from "zod";
import { nothing } from "../fields.ts";
import { defineOperation } from "../operation.ts";

const periods = z.object({ day: z.string().optional(), month: z.string().optional() });

const limitValues = z
  .object({
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
  })
  .meta({ id: "Limits" });

const shown = z.object({
  limits: limitValues,
  set: z.record(z.string(), z.string()).describe("Limits set at run time, by key."),
  money: z
    .array(z.object({ subject: z.string(), day: z.string(), month: z.string(), held: z.string() }))
    .describe("The money spent, by person and chat."),
  assets: z.array(z.object({ asset: z.string(), paid: z.string() })),
  unpriced: z.array(z.string()).describe("Models with an unknown price."),
});

export type ShownLimits = z.output<typeof shown>;

const key = z.string().min(1).max(200).describe("A limit's key, such as money.person.day.");
const toSet = { role: "owner", to: "set limits" } as const;

/** Limits of spending and of message rates. */
export const limits = {
  show: defineOperation({
    name: "limits.show",
    summary: "Show limits and current usage.",
    input: z.object({}),
    output: shown,
    effect: "read",
    scope: "read",
    needs: { role: "admin", to: "see everyone's spending" },
    http: "GET /v1/limits",
    cli: { verb: "show" },
  }),
  set: defineOperation({
    name: "limits.set",
    summary: "Set a limit. The value `none` removes it.",
    input: z.object({
      key,
      value: z
        .string()
        .min(1)
        .max(2000)
        .describe('The new limit, such as 0.50, or "none" to remove the limit.'),
    }),
    output: z.object({ limits: limitValues }),
    effect: "change",
    undo: "limits.unset",
    scope: "admin",
    needs: toSet,
    http: "PUT /v1/limits/{key}",
    cli: { verb: "set", words: ["key", "value"], example: "money.person.day 0.50" },
  }),
  unset: defineOperation({
    name: "limits.unset",
    summary: "Reset a limit to its configured value.",
    input: z.object({ key }),
    output: nothing,
    effect: "delete",
    scope: "admin",
    needs: toSet,
    http: "DELETE /v1/limits/{key}",
    cli: { verb: "unset", words: ["key"], example: "money.person.day" },
  }),
};
