import { z } from "zod";
import { personName } from "./fields.ts";
import { defineOperation } from "./operation.ts";
import { pageOf, pageQuery } from "./pages.ts";

const forgotten = z
  .object({
    type: z
      .enum(["forgotten", "several"])
      .describe("`several`: nothing was removed; forget one of `hits` by its id."),
    kind: z.string().optional().describe("What it was."),
    rows: z.number().optional().describe("How many records were removed or changed."),
    hits: z.array(z.object({ id: z.string(), source: z.string(), text: z.string() })).optional(),
  })
  .meta({ id: "Forgotten" });

export type Forgotten = z.output<typeof forgotten>;

const finish = z
  .boolean()
  .optional()
  .describe("Wait until it is gone from files and from the bytes of the database, too.");

const row = z.looseObject({ type: z.string() });

/** What is stored about people, and how it is removed. */
export const privacy = {
  forget: defineOperation({
    name: "privacy.forget",
    summary: "Remove a thing permanently, by its id or by words in it.",
    input: z.union([
      z.object({
        id: z.string().min(1).max(1000).regex(/\S/).trim().describe("Its id."),
        finish,
      }),
      z.object({
        query: z
          .string()
          .max(1000)
          .regex(/\S.*\S/)
          .trim()
          .describe("Words in it."),
        finish,
      }),
    ]),
    output: forgotten,
    effect: "delete",
    scope: "admin",
    http: "POST /v1/memory/forget",
    cli: { verb: "forget", usage: "<id> | --query <text>", example: "f1 --yes" },
  }),
  forgetMe: defineOperation({
    name: "privacy.forgetMe",
    summary: "Remove all your data permanently.",
    description: "Without a code, it removes nothing and returns the code that confirms it.",
    input: z.object({
      code: z.string().min(1).max(20).optional().describe("The code that confirms it."),
    }),
    output: z.object({
      type: z.enum(["confirm", "forgotten"]),
      code: z.string().optional(),
      rows: z.int().optional().describe("How many records were removed or changed."),
    }),
    effect: "delete",
    scope: "admin",
    http: "POST /v1/memory/forget-me",
    repeat: "never",
  }),
  export: defineOperation({
    name: "privacy.export",
    summary: "Export everything stored about you, or about another person.",
    description:
      "Only the owner can export another person's data. The first page has everything but messages; its size is fixed.",
    input: z.object({
      cursor: pageQuery.shape.cursor,
      person: personName.optional().describe("A person's name or id. Default: you."),
    }),
    output: pageOf(row),
    effect: "read",
    scope: "read",
    http: "GET /v1/memory/export",
  }),
};
