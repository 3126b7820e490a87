import { z } from "zod";
import { id, nothing } from "../fields.ts";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

/** Everything that webhooks can report. */
export const EVENT_NAMES = [
  "message.received",
  "agent.completed",
  "agent.failed",
  "agent.stopped",
  "approval.requested",
  "approval.decided",
  "schedule.fired",
  "plan.changed",
  "memory.fact.added",
  "usage.recorded",
  "lifecycle.changed",
  "model.down",
  "model.up",
  "webhook.test",
] as const;

export type EventName = (typeof EVENT_NAMES)[number];

/** Events to subscribe to; `*` is all of them. A test is sent whatever events a webhook has. */
const subscribed = z.enum(["*", ...EVENT_NAMES]).exclude(["webhook.test"], {
  error: "it must be an event name, or * for all events; to list them, run: reeve webhooks events",
});

const url = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .describe("The URL that receives events as POST requests.");

const events = z
  .array(subscribed)
  .min(1)
  .max(50)
  .describe("Event names, as listed by GET /v1/events; * for all events.");

const description = z.string().max(200).trim().describe("What the webhook is for.");

const event = z.object({
  name: z.string(),
  version: z.number().describe("A number that increases when the meaning of a field changes."),
  summary: z.string(),
  schema: z.record(z.string(), z.unknown()).describe("JSON Schema for the whole body."),
});

const webhook = z
  .object({
    webhook: z.string().describe("The webhook's id."),
    url: z.string(),
    events: z.array(z.string()),
    description: z.string(),
    state: z.enum(["on", "off"]),
    reason: z
      .string()
      .nullable()
      .describe("Why the webhook was turned off automatically; null if a person turned it off."),
    createdAt: z.number(),
    maker: z.string(),
    formerSecretUntil: z
      .number()
      .optional()
      .describe("Until this time, deliveries are also signed with the old secret."),
    deliveries: z.object({ waiting: z.number(), sent: z.number(), dead: z.number() }),
  })
  .meta({ id: "Webhook" });

export type WebhookView = z.output<typeof webhook>;

const states = z.enum(["waiting", "sent", "dead"]);

const delivery = z
  .object({
    order: z.number(),
    id: z.string(),
    webhook: z.string(),
    event: z.string().describe("The webhook-id, which is the same for each attempt."),
    type: z.string(),
    place: z.string().nullable(),
    state: states,
    attempts: z.number(),
    nextAt: z.number(),
    reason: z.string().nullable(),
    createdAt: z.number(),
    doneAt: z.number().nullable(),
  })
  .meta({ id: "Delivery" });

export type DeliveryView = z.output<typeof delivery>;

const toSee = { role: "admin", to: "see webhooks" } as const;
const toSend = { role: "owner", to: "send events to other programs" } as const;
const webhookId = id.describe("The webhook's id, as shown in the list of webhooks.");

/** Webhooks: events sent to the URLs of other programs. */
export const webhooks = {
  list: defineOperation({
    name: "webhooks.list",
    summary: "List webhooks with their delivery counts.",
    input: pageQuery,
    output: pageOf(webhook),
    effect: "read",
    scope: "admin",
    needs: toSee,
    http: "GET /v1/webhooks",
    cli: { verb: "list", all: true, example: "--limit 10" },
  }),
  events: defineOperation({
    name: "webhooks.events",
    summary: "List the events that webhooks can subscribe to, with their body schemas.",
    input: pageQuery,
    output: pageOf(event),
    effect: "read",
    scope: "read",
    http: "GET /v1/events",
    cli: { verb: "events", example: "--limit 20" },
  }),
  create: defineOperation({
    name: "webhooks.create",
    summary: "Create a webhook. Its secret is shown only once.",
    input: z.object({
      url,
      events: events.optional(),
      description: description.optional(),
      secret: z
        .string()
        .regex(
          /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/,
          'it must be "whsec_" followed by 24 to 64 bytes in base64',
        )
        .optional()
        .describe(
          "The signing secret: `whsec_` followed by 24 to 64 bytes in base64. Default: a new secret.",
        ),
    }),
    output: webhook.extend({ secret: z.string() }),
    effect: "create",
    undo: "webhooks.remove",
    repeat: "never",
    scope: "admin",
    needs: toSend,
    http: "POST /v1/webhooks",
    cli: {
      verb: "create",
      words: ["url"],
      flags: { event: "events" },
      example: "https://example.com/events --event agent.completed",
    },
  }),
  update: defineOperation({
    name: "webhooks.update",
    summary: "Change a webhook, turn it on or off, or give it a new secret.",
    input: z.object({
      id: webhookId,
      url: url.optional(),
      events: events.optional(),
      description: description.optional(),
      enabled: z.boolean().optional().describe("Whether the webhook is on."),
      rotate: z
        .boolean()
        .optional()
        .describe(
          "Create a new secret. For one day, deliveries are also signed with the old secret.",
        ),
    }),
    output: webhook.extend({ secret: z.string().optional() }),
    effect: "change",
    scope: "admin",
    needs: toSend,
    http: "PATCH /v1/webhooks/{id}",
    cli: {
      verb: "update",
      words: ["id"],
      flags: { event: "events", on: "enabled" },
      negated: { off: "enabled" },
      example: "w1 --event agent.completed --on",
    },
  }),
  remove: defineOperation({
    name: "webhooks.remove",
    summary: "Delete a webhook and its pending deliveries.",
    input: z.object({ id: webhookId }),
    output: nothing,
    effect: "delete",
    scope: "admin",
    needs: toSend,
    http: "DELETE /v1/webhooks/{id}",
    cli: { verb: "remove", words: ["id"], example: "w1" },
  }),
  test: defineOperation({
    name: "webhooks.test",
    summary: "Send a webhook.test event now and return the response.",
    input: z.object({ id: webhookId }),
    output: z.object({
      webhook: z.string(),
      arrived: z.boolean(),
      status: z.number().optional(),
      reason: z.string().optional(),
      tookMs: z.number(),
    }),
    effect: "change",
    scope: "admin",
    needs: toSend,
    http: "POST /v1/webhooks/{id}/test",
    cli: { verb: "test", words: ["id"], example: "w1" },
  }),
  deliveries: defineOperation({
    name: "webhooks.deliveries",
    summary: "List deliveries, newest first.",
    input: pageQuery.extend({
      webhook: id.optional().describe("Only deliveries to this webhook."),
      state: states.optional().describe("Only deliveries in this state."),
    }),
    output: pageOf(delivery),
    effect: "read",
    scope: "admin",
    needs: toSee,
    http: "GET /v1/deliveries",
    cli: { verb: "deliveries", words: ["webhook?"], example: "w1 --state dead --limit 10" },
  }),
  replay: defineOperation({
    name: "webhooks.replay",
    summary: "Resend a delivery with its original id.",
    input: z.object({
      id: z
        .string()
        .min(1)
        .max(500)
        .describe("The delivery's id, as shown in the list of deliveries."),
    }),
    output: z.object({ replayed: z.number().describe("The number of deliveries resent.") }),
    effect: "change",
    scope: "admin",
    needs: toSend,
    http: "POST /v1/deliveries/{id}/replay",
    cli: { verb: "replay", words: ["id"], example: "d1" },
  }),
  replayDead: defineOperation({
    name: "webhooks.replay-dead",
    summary: "Resend all of a webhook's dead letters.",
    input: z.object({ id: webhookId }),
    output: z.object({ replayed: z.number().describe("The number of deliveries resent.") }),
    effect: "change",
    scope: "admin",
    needs: toSend,
    http: "POST /v1/webhooks/{id}/replay",
    cli: { verb: "replay-dead", words: ["id"], example: "w1" },
  }),
};
