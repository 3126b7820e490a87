import { z } from "zod";
import { SUBSCRIBED_EVENTS, WEBHOOK_SECRET } from "../../../core/webhooks.ts";
import { pageOf, pageQuery } from "@reeve/operations/pages";
import { cutPage, pageOfRows, parseCursor } from "../../../operations/pages.ts";
import { defineRoute, type Route } from "../route.ts";

const TAGS = ["webhooks"];

const params = z.object({ id: z.string().min(1).max(100).describe("The webhook's id.") });
const states = z.enum(["waiting", "sent", "dead"]);
const events = z
  .array(z.enum(SUBSCRIBED_EVENTS))
  .min(1)
  .max(50)
  .describe("Names of events, as GET /v1/events tells them; * for all.");
const url = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .describe("Where events are sent, by POST.");
const description = z.string().max(200).describe("What it is for.");

const event = z.object({
  name: z.string(),
  version: z.number().describe("Rises when what was told is told otherwise."),
  summary: z.string(),
  schema: z.record(z.string(), z.unknown()).describe("JSON Schema of the whole body."),
});

const webhook = z.object({
  webhook: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  description: z.string(),
  state: z.enum(["on", "off"]),
  reason: z.string().nullable().describe("Why it is off, where nobody turned it off."),
  createdAt: z.number(),
  maker: z.string(),
  formerSecretUntil: z.number().optional().describe("Until then the one before signs as well."),
  deliveries: z.object({ waiting: z.number(), sent: z.number(), dead: z.number() }),
});

const delivery = z.object({
  order: z.number(),
  id: z.string(),
  webhook: z.string(),
  event: z.string().describe("The webhook-id, the same whenever it is sent."),
  type: z.string(),
  place: z.string().nullable(),
  state: states,
  attempts: z.number(),
  nextAt: z.number(),
  reason: z.string().nullable(),
  createdAt: z.number(),
  doneAt: z.number().nullable(),
});

/** Who is told of events, and what was told. */
export const webhookRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/v1/events",
    summary: "The events that webhooks can be told of, with the schemas of what is sent.",
    tags: TAGS,
    scope: "read",
    query: pageQuery,
    answers: { 200: pageOf(event) },
    async run({ query }, { call }) {
      const all = z.array(event).parse(await call("webhooks.events", {}));
      return cutPage(all, query, ({ name }) => name);
    },
  }),
  defineRoute({
    method: "GET",
    path: "/v1/webhooks",
    summary: "Where events are sent.",
    tags: TAGS,
    scope: "admin",
    query: pageQuery,
    answers: { 200: pageOf(webhook) },
    async run({ query }, { call }) {
      const webhooks = z.array(webhook).parse(await call("webhooks.list", {}));
      return cutPage(webhooks, query, (one) => one.webhook);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/v1/webhooks",
    summary: "Sends events to an address; the secret is told this once.",
    tags: TAGS,
    scope: "admin",
    body: z.object({
      url,
      events: events.optional(),
      description: description.optional(),
      secret: z
        .string()
        .regex(WEBHOOK_SECRET)
        .describe("whsec_ and 24 to 64 bytes in base64; without it, one is made.")
        .optional(),
    }),
    repeat: "never",
    answers: { 201: webhook.extend({ secret: z.string() }) },
    run: ({ body }, { call }) => call("webhooks.create", body),
  }),
  defineRoute({
    method: "PATCH",
    path: "/v1/webhooks/{id}",
    summary: "Changes a webhook, turns it on or off, or gives it a new secret.",
    tags: TAGS,
    scope: "admin",
    params,
    body: z.object({
      url: url.optional(),
      events: events.optional(),
      description: description.optional(),
      enabled: z.boolean().optional(),
      rotate: z.boolean().describe("Make a new secret; the old one signs a day more.").optional(),
    }),
    answers: { 200: webhook.extend({ secret: z.string().optional() }) },
    run: ({ params: { id }, body }, { call }) => call("webhooks.update", { ...body, webhook: id }),
  }),
  defineRoute({
    method: "DELETE",
    path: "/v1/webhooks/{id}",
    summary: "Sends nothing there any more.",
    tags: TAGS,
    scope: "admin",
    params,
    answers: { 204: null },
    async run({ params: { id } }, { call }) {
      await call("webhooks.remove", { webhook: id });
    },
  }),
  defineRoute({
    method: "POST",
    path: "/v1/webhooks/{id}/test",
    summary: "Sends a webhook.test once, now, and says what was answered.",
    tags: TAGS,
    scope: "admin",
    params,
    answers: {
      200: z.object({
        webhook: z.string(),
        arrived: z.boolean(),
        status: z.number().optional(),
        reason: z.string().optional(),
        tookMs: z.number(),
      }),
    },
    run: ({ params: { id } }, { call }) => call("webhooks.test", { webhook: id }),
  }),
  defineRoute({
    method: "POST",
    path: "/v1/webhooks/{id}/replay",
    summary: "Sends again all that was given up.",
    tags: TAGS,
    scope: "admin",
    params,
    answers: { 200: z.object({ replayed: z.number() }) },
    run: ({ params: { id } }, { call }) => call("webhooks.replay", { webhook: id }),
  }),
  defineRoute({
    method: "GET",
    path: "/v1/deliveries",
    summary: "What was sent, waits or was given up, the newest first.",
    tags: TAGS,
    scope: "admin",
    query: pageQuery.extend({
      webhook: z.string().min(1).max(100).optional().describe("Of one webhook."),
      state: states.optional(),
    }),
    answers: { 200: pageOf(delivery) },
    async run({ query: { cursor, limit, ...filter } }, { call }) {
      const before = cursor === undefined ? undefined : parseCursor(cursor, z.int());
      const asked = { ...filter, before, limit: limit + 1 };
      const rows = z.array(delivery).parse(await call("webhooks.deliveries", asked));
      return pageOfRows(rows, limit, ({ order }) => order);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/v1/deliveries/{id}/replay",
    summary: "Sends a delivery again, under its old id.",
    tags: TAGS,
    scope: "admin",
    params: z.object({ id: z.string().min(1).max(500).describe("The delivery's id.") }),
    answers: { 200: z.object({ replayed: z.number() }) },
    run: ({ params: { id } }, { call }) => call("webhooks.replay", { delivery: id }),
  }),
];
