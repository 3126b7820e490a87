import { z } from "zod";
import { nothing } from "../fields.ts";
import { defineOperation } from "../operation.ts";
import { pageOf, pageQuery } from "../pages.ts";

/** Kinds of items that are given up and kept. */
export const UNDELIVERED_KINDS = [
  "reply",
  "webhook",
  "summary",
  "approval",
  "index",
  "forgetting",
  "payment",
] as const;

const kind = z
  .enum(UNDELIVERED_KINDS)
  .describe("The kind of item: a reply, a webhook delivery, or the agent's own work.");

const item = z
  .object({
    id: z.string(),
    kind,
    chat: z
      .string()
      .nullable()
      .describe("The chat, as channel/chat; null if the item has no chat."),
    text: z.string().describe("How the reply begins, or the event's name."),
    state: z
      .enum(["failed", "expired"])
      .describe("`expired` means that an outage lasted longer than the item could wait."),
    attempts: z.int().describe("How often delivery was attempted."),
    reason: z.string().nullable().describe("Why the last attempt failed."),
    createdAt: z.number().describe("When the item was created, in Unix milliseconds."),
  })
  .meta({ id: "UndeliveredItem" });

export type UndeliveredItem = z.output<typeof item>;

const itemId = z
  .string()
  .min(3)
  .max(500)
  .describe("The item's id, as shown in the list of undelivered items.");
const toSee = { role: "admin", to: "see undelivered items" } as const;
const toChange = { role: "owner", to: "retry or drop undelivered items" } as const;

/** Items that Reeve has given up: replies and events that were not delivered, and failed background work. */
export const outbox = {
  list: defineOperation({
    name: "outbox.list",
    summary: "List undelivered items, oldest first.",
    input: pageQuery.extend({ kind: kind.optional() }),
    output: pageOf(item),
    effect: "read",
    scope: "admin",
    needs: toSee,
    http: "GET /v1/outbox",
    cli: { verb: "list", all: true, example: "--kind reply" },
  }),
  retry: defineOperation({
    name: "outbox.retry",
    summary: "Retry an undelivered item with its original id.",
    input: z.object({ id: itemId }),
    output: nothing,
    effect: "change",
    scope: "admin",
    needs: toChange,
    http: "POST /v1/outbox/{id}/retry",
    cli: { verb: "retry", words: ["id"], example: "reply:r1" },
  }),
  retryAll: defineOperation({
    name: "outbox.retry-all",
    summary: "Retry all undelivered items, or all items of one kind.",
    input: z.object({ kind: kind.optional() }),
    output: z.object({ retried: z.int().describe("The number of retried items.") }),
    effect: "change",
    scope: "admin",
    needs: toChange,
    http: "POST /v1/outbox/retry",
    cli: { verb: "retry-all", example: "--kind reply" },
  }),
  drop: defineOperation({
    name: "outbox.drop",
    summary: "Drop an undelivered item, so that it is not retried.",
    input: z.object({ id: itemId }),
    output: nothing,
    effect: "delete",
    scope: "admin",
    needs: toChange,
    http: "DELETE /v1/outbox/{id}",
    cli: { verb: "drop", words: ["id"], example: "reply:r1" },
  }),
};
