import type { Kysely, Selectable } from "kysely";
import { Secret } from "../../../platform/secret.ts";
import type { Webhook, WebhookStore } from "../../webhooks/webhooks.ts";
import type { SubscriberFlag } from "../subscriber-flag.ts";
import { fromJson } from "../json.ts";
import type { Tables } from "../tables.ts";

export function createWebhooks(db: Kysely<Tables>, audience: SubscriberFlag): WebhookStore {
  return {
    async add(subscription) {
      const { id, tenant, person, createdAt } = subscription;
      await db
        .insertInto("subscriptions")
        .values({ id, tenant, person, created: createdAt, ...toColumns(subscription) })
        .execute();
      audience.hasSubscribers = true;
    },

    async byId(id) {
      const row = await db
        .selectFrom("subscriptions")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      return row && toWebhook(row);
    },

    async list(tenant) {
      const rows = await db
        .selectFrom("subscriptions")
        .selectAll()
        .where("tenant", "=", tenant)
        .orderBy("created")
        .orderBy("id")
        .execute();
      return rows.map(toWebhook);
    },

    async change(subscription) {
      const { numUpdatedRows } = await db
        .updateTable("subscriptions")
        .set(toColumns(subscription))
        .where("id", "=", subscription.id)
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },

    async remove(id) {
      await db.deleteFrom("deliveries").where("subscription", "=", id).execute();
      const { numDeletedRows } = await db
        .deleteFrom("subscriptions")
        .where("id", "=", id)
        .executeTakeFirst();
      return numDeletedRows > 0;
    },
  };
}

function toColumns({ url, events, description, secret, former, state, reason }: Webhook) {
  return {
    url,
    events: JSON.stringify(events),
    description,
    secret: secret.reveal(),
    former_secret: former?.secret.reveal() ?? null,
    former_until: former?.until ?? null,
    state,
    reason,
  };
}

function toWebhook(row: Selectable<Tables["subscriptions"]>): Webhook {
  const { former_secret: former, former_until: until } = row;
  return {
    id: row.id,
    tenant: row.tenant,
    person: row.person,
    url: row.url,
    events: fromJson(row.events),
    description: row.description,
    secret: new Secret(row.secret),
    ...(former !== null && until !== null && { former: { secret: new Secret(former), until } }),
    state: row.state,
    reason: row.reason,
    createdAt: row.created,
  };
}
