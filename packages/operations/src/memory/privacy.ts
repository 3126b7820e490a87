import { z } from "zod";
import { personName } from "../fields.ts";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

const forgotten = z
  .object({
    type: z
      .enum(["forgotten", "several"])
      .describe(
        "`several`: nothing was removed because several items match. To remove one, pass its id from `hits`.",
      ),
    kind: z.string().optional().describe("The kind of item that was removed, such as a message."),
    rows: z.number().optional().describe("The number of records removed or changed."),
    hits: z.array(z.object({ id: z.string(), source: z.string(), text: z.string() })).optional(),
  })
  .meta({ id: "Forgotten" });

export type Forgotten = z.output<typeof forgotten>;

const finish = z
  .boolean()
  .optional()
  .describe("Wait until the text is also erased from files and from the database file.");

const row = z.looseObject({ type: z.string() });

/** Operations on data stored about people: showing and removing it. */
export const privacy = {
  forget: defineOperation({
    name: "privacy.forget",
    summary: "Permanently remove one item from memory, by its id or by words it contains.",
    input: z.union([
      z.object({
        id: z
          .string()
          .min(1)
          .max(1000)
          .regex(/\S/)
          .trim()
          .describe("The item's id, as shown in search results."),
        finish,
      }),
      z.object({
        query: z
          .string()
          .max(1000)
          .regex(/\S.*\S/)
          .trim()
          .describe("Words that the item contains."),
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
    summary: "Permanently delete all your data.",
    description: "Without a code, nothing is deleted and a confirmation code is returned.",
    input: z.object({
      code: z
        .string()
        .min(1)
        .max(20)
        .optional()
        .describe("The code that the first request returned."),
    }),
    output: z.object({
      type: z.enum(["confirm", "forgotten"]),
      code: z.string().optional(),
      rows: z.int().optional().describe("The number of records removed or changed."),
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
      "Only the owner can export another person's data. The first page contains everything except messages and has a fixed size.",
    input: z.object({
      cursor: pageQuery.shape.cursor,
      person: personName.optional().describe("A person's name or id. Default: you."),
    }),
    output: pageOf(row),
    effect: "read",
    scope: "admin",
    http: "GET /v1/memory/export",
  }),
};
