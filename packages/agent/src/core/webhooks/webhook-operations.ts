import type { Kernel } from "../../store/kernel.ts";
import { EVENT_NAMES, type EventName, webhooks } from "@reeve/operations/work/webhooks";
import { z } from "zod";
import { EVENTS, payloadOf, toPublished } from "../../domains/events.ts";
import type { Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { cutPage, pageOfRows, parseCursor } from "../../operations/pages.ts";
import { Secret } from "../../platform/secret.ts";
import type { Repositories, Store } from "../../store/store.ts";
import type { Webhook } from "../../store/webhooks/webhooks.ts";
import type { WebhookClient } from "./webhooks.ts";
import { findSubscription, refuseAnother } from "./find-subscription.ts";
import { sendEvent } from "./send-event.ts";
import { Fault, isFault } from "@reeve/sdk";
import { attempt } from "../../kernel/attempt.ts";
import type { Principal } from "../../kernel/principal.ts";

/** More are left for another time. */
const MAX_ITEMS = 10_000;

export interface WebhookDeps extends Kernel {
  readonly client: WebhookClient;
  readonly newSecret: () => string;
}

const DAY_MS = 24 * 60 * 60_000;

/** Webhooks and their deliveries. */
export function webhookOperations(deps: WebhookDeps): Implementation {
  const { store, client, clock, newId, newSecret } = deps;
  const change = <Result>(work: (tx: Repositories) => Promise<Result>): Promise<Result> =>
    store.commit("change-webhooks", work);

  return implement(
    webhooks,
    {
      events: async (page) => cutPage(EVENT_NAMES.map(toEvent), page, ({ name }) => name),
      async list(page, { person }) {
        const all = await store.read.webhooks.list(person.tenant);
        const { items, next } = cutPage(all, page, ({ id }) => id);
        return {
          items: await Promise.all(items.map((one) => describeSubscription(one, store))),
          next,
        };
      },
      async create({ url, events = ["*"], description = "", secret = newSecret() }, { person }) {
        await client.check(url);
        const subscription: Webhook = {
          id: newId(),
          tenant: person.tenant,
          person: person.id,
          url,
          events,
          description,
          secret: new Secret(secret),
          state: "on",
          reason: null,
          createdAt: clock.now(),
        };
        await change(async (tx) => {
          await refuseAnother(tx, subscription);
          await tx.webhooks.add(subscription);
        });
        return { ...(await describeSubscription(subscription, store)), secret };
      },
      async update({ id, rotate = false, enabled, url, events, description }, { person }) {
        if (url !== undefined) await client.check(url);
        const secret = rotate ? newSecret() : undefined;
        const changed = await change(async (tx) => {
          const known = await findSubscription(tx, id, person);
          const kept: Webhook = {
            ...known,
            ...(url !== undefined && { url }),
            ...(events !== undefined && { events }),
            ...(description !== undefined && { description }),
            ...(enabled !== undefined && { state: enabled ? "on" : "off", reason: null }),
            ...(secret !== undefined && {
              secret: new Secret(secret),
              former: { secret: known.secret, until: clock.now() + DAY_MS },
            }),
          };
          await refuseAnother(tx, kept);
          await tx.webhooks.change(kept);
          return kept;
        });
        store.publishedWakeup.notify();
        return { ...(await describeSubscription(changed, store)), secret };
      },
      remove: ({ id }, { person }) =>
        change(async (tx) => {
          await findSubscription(tx, id, person);
          await tx.webhooks.remove(id);
        }),
      test: async ({ id }, { person }) =>
        sendTest(await findSubscription(store.read, id, person), deps),
      async deliveries({ cursor, limit, webhook: subscription, state }, { person }) {
        const rows = await store.slow.deliveries.list({
          tenant: person.tenant,
          subscription,
          state,
          before: cursor === undefined ? undefined : parseCursor(cursor, z.int()),
          limit: limit + 1,
        });
        const { items, next } = pageOfRows(rows, limit, ({ order }) => order);
        return {
          items: items.map((row) => ({
            ...row,
            webhook: row.subscription,
            place: row.chat,
            attempts: row.attempts + row.outages + (row.state === "sent" ? 1 : 0),
          })),
          next,
        };
      },
      replay: async ({ id }, { person }) => ({
        replayed: await change((tx) => replayOne(tx, id, { person, now: clock.now() })),
      }),
      replayDead: async ({ id }, { person }) => ({
        replayed: await change((tx) => replayDeadLetters(tx, id, { person, now: clock.now() })),
      }),
    },
    newId,
  );
}

function toEvent(name: EventName) {
  const { version, summary } = EVENTS[name];
  return { name, version, summary, schema: { ...z.toJSONSchema(payloadOf(name)) } };
}

/** Sends a test event once and returns the response. Saves nothing. */
async function sendTest(subscription: Webhook, { client, clock, newId }: WebhookDeps) {
  const { id: webhook, tenant } = subscription;
  const at = clock.now();
  const { id: event, body } = toPublished({
    type: "webhook.test",
    id: `test_${newId()}`,
    tenant,
    chat: null,
    about: null,
    at,
    data: { webhook },
  });
  const { signal } = new AbortController();
  const answer = await attempt(
    sendEvent({ event, body: JSON.stringify(body) }, subscription, { client, clock, signal }),
  );
  const tookMs = clock.now() - at;
  if (answer.status === "rejected") {
    const error: unknown = answer.reason;
    if (!isFault(error)) throw error;
    return { webhook, arrived: false, reason: error.message, tookMs };
  }
  const { status } = answer.value;
  return { webhook, arrived: status >= 200 && status < 300, status, tookMs };
}

/** Describes a webhook without its secrets. */
async function describeSubscription(
  { id, url, events, description, state, reason, createdAt, person, former }: Webhook,
  { read }: Pick<Store, "read">,
) {
  const maker = await read.people.byId(person);
  return {
    webhook: id,
    url,
    events,
    description,
    state,
    reason,
    createdAt,
    maker: maker?.name ?? person,
    ...(former && { formerSecretUntil: former.until }),
    deliveries: await read.deliveries.count(id),
  };
}

interface WebhookRequest {
  readonly person: Principal;
  readonly now: number;
}

/** Lets a delivery wait again, unless it does; answers with how many now do. */
async function replayOne(
  tx: Repositories,
  id: string,
  { person, now }: WebhookRequest,
): Promise<number> {
  const delivery = await tx.deliveries.byId(id);
  if (!delivery)
    throw new Fault("missing", `Delivery not found: ${id}`, {
      hint: "List deliveries: reeve webhooks deliveries",
    });
  await findSubscription(tx, delivery.subscription, person);
  return (await tx.deliveries.replay(id, now)) ? 1 : 0;
}

/** The same for all of a webhook that were given up. */
async function replayDeadLetters(
  tx: Repositories,
  webhook: string,
  { person, now }: WebhookRequest,
): Promise<number> {
  const { id: subscription, tenant } = await findSubscription(tx, webhook, person);
  const dead = await tx.deliveries.list({ tenant, subscription, state: "dead", limit: MAX_ITEMS });
  for (const { id } of dead) await tx.deliveries.replay(id, now);
  return dead.length;
}
