import { z } from "zod";
import { pageOf, pageQuery } from "@reeve/operations/pages";
import { cutPage } from "../../../operations/pages.ts";
import { defineRoute, type Route } from "../route.ts";
import { tell } from "../../../operations/tell.ts";

const TAGS = ["memory"];

const factKind = z.enum(["fact", "decision", "entity", "preference"]);
const factTier = z.enum(["working", "session", "long-term"]);

const fact = z.object({
  id: z.string(),
  kind: factKind,
  tier: factTier,
  text: z.string(),
  saidAt: z.number(),
  integrity: z.string(),
  audience: z.string(),
  of: z.string().describe("Whose it is, by name."),
  isConfirmed: z.boolean(),
  isTainted: z.boolean().describe("Others stand behind it."),
});

const mention = z.object({
  id: z.string(),
  text: z.string(),
  since: z.number(),
  until: z.number().optional(),
});

const explanation = mention.extend({
  kind: factKind,
  tier: factTier,
  subject: z.string().optional(),
  state: z.enum(["active", "superseded", "expired", "retracted"]),
  label: z.object({ integrity: z.string(), audience: z.string() }),
  isConfirmed: z.boolean(),
  evidence: z.array(
    z.object({
      at: z.number(),
      speaker: z.string(),
      text: z.string(),
      message: z.string(),
      surface: z.string(),
      chat: z.string(),
    }),
  ),
  replaced: z.array(mention),
  replacedBy: mention.optional(),
});

const params = z.object({ id: z.string().min(1).max(100) });

const MOST = 500;

/** What is believed, and why. */
export const factRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/facts",
    summary: `The newest ${MOST} facts that are believed, or that hold some words.`,
    tags: TAGS,
    scope: "read",
    query: pageQuery.extend({
      person: z.string().min(1).max(200).describe("A person's name or id.").optional(),
      search: z.string().max(500).optional(),
    }),
    answers: { 200: pageOf(fact) },
    async run({ query }, { call }) {
      const { person: of, search } = query;
      const listed = await call("memory.facts", { person: of, search, limit: MOST });
      return cutPage(tell(z.array(fact), listed), query, (one) => one.id);
    },
  }),
  defineRoute({
    method: "GET",
    path: "/v1/facts/{id}",
    summary: "Why a fact is believed: who said so and when, and what it replaced.",
    tags: TAGS,
    scope: "read",
    params,
    answers: { 200: explanation },
    run: async ({ params: asked }, { call }) =>
      tell(explanation, await call("memory.explain", asked)),
  }),
  defineRoute({
    method: "POST",
    path: "/v1/facts/{id}/confirm",
    summary: "Vouch for a fact, and put it in other words if need be.",
    tags: TAGS,
    scope: "admin",
    params,
    body: z.object({ text: z.string().regex(/\S/).max(400).optional() }),
    answers: { 200: fact },
    run: async ({ params: asked, body }, { call }) =>
      tell(fact, await call("memory.confirm", { ...asked, ...body })),
  }),
];
