import { z } from "zod";
import { nothing } from "../fields.ts";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

const rule = z
  .object({
    id: z.string(),
    text: z.string().describe("The rule in the person's own words."),
    rule: z.enum(["always", "never", "ask"]),
    effect: z.string().nullable(),
    category: z.string().nullable(),
    message: z.string().describe("The message where the person gave the rule."),
  })
  .meta({ id: "Rule" });

const conversation = { is: "The chat that the rules apply to.", or: "own", as: "id" } as const;

/** Rules that people gave in a chat in their own words. */
export const rules = {
  list: defineOperation({
    name: "rules.list",
    summary: "List a chat's rules, oldest first.",
    input: pageQuery,
    output: pageOf(rule),
    effect: "read",
    scope: "read",
    conversation,
    http: "GET /v1/sessions/{id}/rules",
    cli: { verb: "list", all: true, example: "--chat work" },
  }),
  remove: defineOperation({
    name: "rules.remove",
    summary: "Remove a rule from a chat.",
    input: z.object({
      rule: z.string().min(1).max(200).describe("The rule's id, as shown in the list of rules."),
    }),
    output: nothing,
    effect: "delete",
    scope: "admin",
    conversation,
    http: "DELETE /v1/sessions/{id}/rules/{rule}",
    cli: { verb: "remove", words: ["rule"], usage: "<id>", example: "p1" },
  }),
};
