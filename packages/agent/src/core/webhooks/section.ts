import { z } from "zod";
import { EVENT_NAMES, EVENTS, payloadOf, toPublished } from "../../domains/events.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { NewId } from "../../kernel/ids.ts";
import { Secret } from "../../platform/secret.ts";
import type { Repositories, Store } from "../../store/store.ts";
import type { Subscription } from "../../store/subscriptions.ts";
import { refuseBelow } from "../caller-place.ts";
import { type ControlSection, defineMethod } from "../control.ts";
import { SUBSCRIBED_EVENTS, type WebhookClient, WEBHOOK_SECRET } from "../webhooks.ts";
import { describeSubscription } from "./describe-subscription.ts";
import { findSubscription, refuseAnother } from "./find-subscription.ts";
import { replayDead, replayOne } from "./replay.ts";
import { sendEvent } from "./send-event.ts";

export interface WebhooksSectionParts {
  readonly store: Store;
  readonly client: WebhookClient;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly newSecret: () => string;
}

const DAY_MS = 24 * 60 * 60_000;

const webhook = z.string().min(1).max(100).describe("The id of a webhook.");
const url = z.string().min(1).max(2000).describe("Where events are sent, by POST.");
const events = z
  .array(
    z.enum(SUBSCRIBED_EVENTS, {
      error: `it must be one of ${SUBSCRIBED_EVENTS.slice(1).join(", ")}, or * for all`,
    }),
  )
  .min(1)
  .max(50)
  .describe("What it is told of; * for everything.");
const description = z.string().trim().max(200).describe("What it is for, in your words.");
const secret = z
  .string()
  .regex(WEBHOOK_SECRET, 'it must be "whsec_" and 24 to 64 bytes in base64')
  .describe("What deliveries are signed with; one is made where it is left out.");

/** Who is told of events, and what was told. */
export function webhooksSection(parts: WebhooksSectionParts): ControlSection {
  const { store, client, clock, newId, newSecret } = parts;
  const change = <Result>(work: (tx: Repositories) => Promise<Result>): Promise<Result> =>
    store.commit("change-webhooks", work);

  return {
    name: "webhooks",
    methods: {
      events: defineMethod({
        summary: "The events that webhooks can be told of, with the schemas of what is sent.",
        params: z.object({}),
        run: async () =>
          EVENT_NAMES.map((name) => ({
            name,
            version: EVENTS[name].version,
            summary: EVENTS[name].summary,
            schema: z.toJSONSchema(payloadOf(name)),
          })),
      }),
      list: defineMethod({
        summary: "Where events are sent, and how many wait, arrived or were given up.",
        params: z.object({}),
        run: async (_params, { person }) => {
          refuseBelow("admin", person, "see webhooks");
          const all = await store.read.subscriptions.list(person.tenant);
          return Promise.all(all.map((one) => describeSubscription(one, store)));
        },
      }),
      create: defineMethod({
        summary: "Send events to an address. Its secret is shown this once.",
        params: z.object({
          url,
          events: events.default(["*"]),
          description: description.default(""),
          secret: secret.optional(),
        }),
        run: async (asked, { person }) => {
          refuseBelow("owner", person, "send events elsewhere");
          await client.check(asked.url);
          const made = asked.secret ?? newSecret();
          const subscription: Subscription = {
            id: newId(),
            tenant: person.tenant,
            person: person.id,
            url: asked.url,
            events: asked.events,
            description: asked.description,
            secret: new Secret(made),
            state: "on",
            reason: null,
            createdAt: clock.now(),
          };
          await change(async (tx) => {
            await refuseAnother(tx, subscription);
            await tx.subscriptions.add(subscription);
          });
          return { ...(await describeSubscription(subscription, store)), secret: made };
        },
      }),
      update: defineMethod({
        summary:
          "Change a webhook, turn it on or off, or give it a new secret; the old one signs for a day more.",
        params: z.object({
          webhook,
          url: url.optional(),
          events: events.optional(),
          description: description.optional(),
          enabled: z.boolean().optional(),
          rotate: z.boolean().default(false).describe("Make a new secret."),
        }),
        run: async ({ webhook: id, rotate, enabled, ...asked }, { person }) => {
          refuseBelow("owner", person, "change webhooks");
          if (asked.url !== undefined) await client.check(asked.url);
          const made = rotate ? newSecret() : undefined;
          const changed = await change(async (tx) => {
            const known = await findSubscription(tx, id, person);
            const kept: Subscription = {
              ...known,
              ...(asked.url !== undefined && { url: asked.url }),
              ...(asked.events !== undefined && { events: asked.events }),
              ...(asked.description !== undefined && { description: asked.description }),
              ...(enabled !== undefined && { state: enabled ? "on" : "off", reason: null }),
              ...(made !== undefined && {
                secret: new Secret(made),
                former: { secret: known.secret, until: clock.now() + DAY_MS },
              }),
            };
            await refuseAnother(tx, kept);
            await tx.subscriptions.change(kept);
            return kept;
          });
          store.published.ring();
          return {
            ...(await describeSubscription(changed, store)),
            ...(made !== undefined && { secret: made }),
          };
        },
      }),
      remove: defineMethod({
        summary: "Send nothing there any more; what waits for it is gone.",
        params: z.object({ webhook }),
        run: async ({ webhook: id }, { person }) => {
          refuseBelow("owner", person, "remove webhooks");
          await change(async (tx) => {
            await findSubscription(tx, id, person);
            await tx.subscriptions.remove(id);
          });
          return { webhook: id, removed: true };
        },
      }),
      test: defineMethod({
        summary: "Send a webhook.test once, now, and say what was answered.",
        params: z.object({ webhook }),
        run: async ({ webhook: id }, { person }) => {
          refuseBelow("owner", person, "send events elsewhere");
          const subscription = await findSubscription(store.read, id, person);
          const at = clock.now();
          const { id: event, body } = toPublished({
            type: "webhook.test",
            id: `test_${newId()}`,
            tenant: person.tenant,
            place: null,
            about: null,
            at,
            data: { webhook: id },
          });
          const attempt = await sendEvent({ event, body: JSON.stringify(body) }, subscription, {
            client,
            clock,
            signal: new AbortController().signal,
          });
          const tookMs = clock.now() - at;
          if (attempt.type === "unanswered")
            return { webhook: id, arrived: false, reason: attempt.reason, tookMs };
          const arrived = attempt.status >= 200 && attempt.status < 300;
          return { webhook: id, arrived, status: attempt.status, tookMs };
        },
      }),
      deliveries: defineMethod({
        summary: "What was sent, waits or was given up, the newest first.",
        params: z.object({
          webhook: webhook.optional(),
          state: z.enum(["waiting", "sent", "dead"]).optional(),
          before: z.int().optional().describe("Older than the delivery of this order."),
          limit: z.int().min(1).max(1000).default(100),
        }),
        run: async ({ webhook: subscription, ...filter }, { person }) => {
          refuseBelow("admin", person, "see webhooks");
          const rows = await store.slow.deliveries.list({
            tenant: person.tenant,
            subscription,
            ...filter,
          });
          return rows.map((row) => {
            const { body: _, subscription: of, ...shown } = row;
            return { ...shown, webhook: of };
          });
        },
      }),
      replay: defineMethod({
        summary: "Send a delivery again, under its old id; or of a webhook all that were given up.",
        params: z.union([
          z.object({ delivery: z.string().min(1).max(500) }),
          z.object({ webhook }),
        ]),
        run: async (asked, { person }) => {
          refuseBelow("owner", person, "send events elsewhere");
          const replayed = await change((tx) =>
            "delivery" in asked
              ? replayOne(tx, asked.delivery, { person, now: clock.now() })
              : replayDead(tx, asked.webhook, { person, now: clock.now() }),
          );
          return { replayed };
        },
      }),
    },
  };
}
