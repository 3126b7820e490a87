import { z } from "zod";
import { conversationName } from "@reeve/operations/fields";
import { callIn } from "../call-in.ts";
import { pageOf, pageQuery } from "@reeve/operations/pages";
import { cutPage } from "../../../operations/pages.ts";
import { defineRoute, type Route } from "../route.ts";
import { tell } from "../../../operations/tell.ts";

const TAGS = ["conversations"];

const agent = z.object({
  name: z.string(),
  here: z.boolean().describe("Whether it answers in the conversation."),
  model: z.string(),
  tools: z.int(),
  steps: z.int().optional(),
  tokensPerDay: z.int().optional(),
  costPerDay: z.string().optional(),
  places: z.array(z.string()).describe("Where it answers by itself."),
});

const rule = z.object({
  id: z.string(),
  text: z.string().describe("As it was said."),
  rule: z.enum(["always", "never", "ask"]),
  effect: z.string().nullable(),
  category: z.string().nullable(),
  message: z.string().describe("The message in which it was said."),
});

const mode = z.enum(["steer", "queue", "interrupt"]);
const settings = z.object({ mode, maxSteps: z.int() });

const command = z.object({ name: z.string(), usage: z.string(), summary: z.string() });

const params = z.object({ id: conversationName });
const conversation = conversationName.default("own");

/** How single conversations are answered: by whom, by which rules, how patiently. */
export const chatRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/agents",
    summary: "The agents, and which of them answers in a conversation.",
    tags: ["agent"],
    scope: "read",
    query: pageQuery.extend({ conversation }),
    answers: { 200: pageOf(agent) },
    async run({ query }, ctx) {
      const listed = await callIn(ctx, { ...query, method: "agents.list", params: {} });
      return cutPage(tell(z.array(agent), listed), query, ({ name }) => name);
    },
  }),
  defineRoute({
    method: "PUT",
    path: "/v1/sessions/{id}/agent",
    summary: "Let another agent answer in a conversation from its next message on.",
    tags: TAGS,
    scope: "admin",
    params,
    body: z.object({ name: z.string().min(1).max(100) }),
    answers: { 200: z.object({ agent: z.string() }) },
    run: ({ params: { id }, body }, ctx) =>
      callIn(ctx, { conversation: id, method: "agents.use", params: body }),
  }),
  defineRoute({
    method: "GET",
    path: "/v1/sessions/{id}/settings",
    summary: "How a conversation is answered.",
    tags: TAGS,
    scope: "read",
    params,
    answers: { 200: settings },
    run: ({ params: { id } }, ctx) =>
      callIn(ctx, { conversation: id, method: "places.set", params: {} }),
  }),
  defineRoute({
    method: "PATCH",
    path: "/v1/sessions/{id}/settings",
    summary: "Change how a conversation is answered; what is left out stays.",
    tags: TAGS,
    scope: "chat",
    params,
    body: z.object({
      mode: mode.optional().describe("What a message does to a turn that runs."),
      maxSteps: z.int().min(1).max(50).optional(),
    }),
    answers: { 200: settings },
    run: ({ params: { id }, body }, ctx) =>
      callIn(ctx, { conversation: id, method: "places.set", params: body }),
  }),
  defineRoute({
    method: "GET",
    path: "/v1/sessions/{id}/commands",
    summary: "What you may write with a slash in a conversation.",
    tags: TAGS,
    scope: "read",
    params,
    query: pageQuery,
    answers: { 200: pageOf(command) },
    async run({ params: { id }, query }, ctx) {
      const asked = { conversation: id, method: "commands.list", params: {} };
      const listed = tell(z.array(command), await callIn(ctx, asked));
      return cutPage(listed, query, ({ name }) => name);
    },
  }),
  defineRoute({
    method: "GET",
    path: "/v1/sessions/{id}/rules",
    summary: "What people laid down in a conversation in their own words, oldest first.",
    tags: TAGS,
    scope: "read",
    params,
    query: pageQuery,
    answers: { 200: pageOf(rule) },
    async run({ params: { id }, query }, ctx) {
      const asked = { conversation: id, method: "policies.list", params: {} };
      const listed = tell(z.array(rule), await callIn(ctx, asked));
      return cutPage(listed, query, (one) => one.id);
    },
  }),
  defineRoute({
    method: "DELETE",
    path: "/v1/sessions/{id}/rules/{rule}",
    summary: "Take a rule of a conversation back.",
    tags: TAGS,
    scope: "admin",
    params: params.extend({ rule: z.string().min(1).max(200) }),
    answers: { 204: null },
    async run({ params: { id, rule: policy } }, ctx) {
      await callIn(ctx, { conversation: id, method: "policies.remove", params: { policy } });
    },
  }),
  defineRoute({
    method: "POST",
    path: "/v1/sessions/{id}/messages",
    summary: "Add messages of an earlier conversation; what is there already stays as it is.",
    tags: TAGS,
    scope: "admin",
    params,
    body: z.object({
      at: z.int().min(0).describe("When it was said at the latest, in Unix milliseconds."),
      messages: z
        .array(
          z.object({
            id: z.string().min(1).max(200).describe("The same each time it is imported."),
            turn: z.string().max(200).describe("Of the earlier conversation."),
            direction: z.enum(["in", "out"]),
            text: z.string().min(1),
          }),
        )
        .max(1000),
    }),
    answers: { 200: z.object({ imported: z.int(), known: z.int() }) },
    run: ({ params: { id }, body }, ctx) =>
      callIn(ctx, { conversation: id, method: "feed.import", params: body }),
  }),
];
