import { z } from "zod";
import { id, personName, words } from "../fields.ts";
import { type DeepReadonly, defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

const kind = z.enum(["fact", "decision", "entity", "preference"]);
const tier = z.enum(["working", "session", "long-term"]);

const fact = z
  .object({
    id: z.string(),
    kind,
    tier,
    text: z.string(),
    saidAt: z.number(),
    integrity: z.string().describe("The lowest trust level among the people who stated the fact."),
    audience: z.string().describe("The id of the person or group the fact belongs to."),
    of: z.string().describe("The name of the person or group the fact belongs to."),
    isConfirmed: z.boolean(),
    isTainted: z
      .boolean()
      .describe(
        "True if the fact is unconfirmed and was stated by someone less trusted than the person it belongs to.",
      ),
  })
  .meta({ id: "Fact" });

export type Fact = z.output<typeof fact>;

const mention = z
  .object({
    id: z.string(),
    text: z.string(),
    since: z.number(),
    until: z.number().optional(),
  })
  .meta({ id: "FactMention" });

export type FactMention = DeepReadonly<z.output<typeof mention>>;

const explanation = z
  .object({
    ...mention.shape,
    kind,
    tier,
    subject: z.string().optional(),
    state: z.enum(["active", "superseded", "expired", "retracted"]),
    label: z.object({ integrity: z.string(), audience: z.string() }),
    isConfirmed: z.boolean(),
    evidence: z
      .array(
        z.object({
          at: z.number(),
          speaker: z.string(),
          text: z.string(),
          message: z.string(),
          surface: z.string(),
          chat: z.string(),
        }),
      )
      .describe("The messages that the fact was learned from."),
    replaced: z.array(mention).describe("Older facts that this fact replaced."),
    replacedBy: mention.optional(),
  })
  .meta({ id: "FactExplanation" });

export type FactExplanation = DeepReadonly<z.output<typeof explanation>>;

/** Operations on facts that the agent learned about people in chats. */
export const facts = {
  list: defineOperation({
    name: "facts.list",
    summary: "List the newest 500 facts, or the facts that match a query.",
    input: pageQuery.extend({
      person: personName.optional().describe("Only facts about the person with this name or id."),
      search: z.string().max(500).optional().describe("Words to search for."),
    }),
    output: pageOf(fact),
    effect: "read",
    scope: "read",
    http: "GET /v1/facts",
    cli: { verb: "facts", example: "--person Ann --search tea" },
  }),
  explain: defineOperation({
    name: "facts.explain",
    summary: "Explain a fact: who stated it, when, and which facts it replaced.",
    input: z.object({ id }),
    output: explanation,
    effect: "read",
    scope: "read",
    http: "GET /v1/facts/{id}",
    cli: { verb: "explain", words: ["id"], example: "f1" },
  }),
  confirm: defineOperation({
    name: "facts.confirm",
    summary: "Confirm a fact, optionally with a new wording.",
    input: z.object({
      id,
      text: words(400).optional().describe("How the fact should be worded from now on."),
    }),
    output: fact,
    effect: "change",
    undo: "history",
    scope: "admin",
    needs: { role: "owner", to: "confirm or change facts" },
    http: "POST /v1/facts/{id}/confirm",
    cli: {
      verb: "facts confirm",
      words: ["id", "text…?"],
      example: "f1 Ann likes black tea",
    },
  }),
};
