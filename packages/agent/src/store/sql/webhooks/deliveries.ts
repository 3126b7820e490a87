import { type Kysely, sql } from "kysely";
import type { Delivery, DeliveryStore, PublishedEvent } from "../../webhooks/deliveries.ts";
import type { SubscriberFlag } from "../subscriber-flag.ts";
import type { Tables } from "../tables.ts";

const COLUMNS = [
  "deliveries.order",
  "deliveries.id",
  "deliveries.subscription",
  "deliveries.event",
  "deliveries.type",
  "deliveries.chat",
  "deliveries.body",
  "deliveries.state",
  "deliveries.attempts",
  "deliveries.outages",
  "deliveries.next_at as nextAt",
  "deliveries.reason",
  "deliveries.created as createdAt",
  "deliveries.done as doneAt",
] as const;

export interface DeliveriesOptions {
  readonly audience: SubscriberFlag;
  /** Called inside the transaction when an event was stored for a subscription. */
  readonly onPublish?: (() => void) | undefined;
}

export function createDeliveries(
  db: Kysely<Tables>,
  { audience, onPublish }: DeliveriesOptions,
): DeliveryStore {
  /** The oldest that waits for each subscription and chat: the only one that may leave. */
  const heads = () =>
    db
      .selectFrom("deliveries")
      .innerJoin("subscriptions", "subscriptions.id", "deliveries.subscription")
      .where("subscriptions.state", "=", "on")
      .where(
        "deliveries.order",
        "in",
        sql<number>`(select min("order") from deliveries where state = 'waiting'
          group by subscription, chat)`,
      );
  const deliveries = () => db.selectFrom("deliveries").select(COLUMNS);

  return {
    get hasSubscribers() {
      return audience.hasSubscribers;
    },

    async publish(events) {
      for (const event of events) {
        const kept = await keepNewest(db, event);
        if (kept > 0n) onPublish?.();
      }
    },

    byId: (id) => deliveries().where("id", "=", id).executeTakeFirst(),

    due: (now, limit) =>
      heads()
        .select(COLUMNS)
        .where("next_at", "<=", now)
        .orderBy("deliveries.order")
        .limit(limit)
        .execute(),

    async nextDue() {
      const head = await heads()
        .select((row) => row.fn.min("next_at").as("next"))
        .executeTakeFirst();
      return head?.next ?? undefined;
    },

    list({ tenant, subscription, state, before, limit }) {
      const ofTenant = deliveries()
        .innerJoin("subscriptions", "subscriptions.id", "deliveries.subscription")
        .where("subscriptions.tenant", "=", tenant)
        .$if(subscription !== undefined, (query) =>
          query.where("deliveries.subscription", "=", subscription ?? ""),
        )
        .$if(state !== undefined, (query) =>
          query.where("deliveries.state", "=", state ?? "waiting"),
        )
        .$if(before !== undefined, (query) => query.where("deliveries.order", "<", before ?? 0));
      return ofTenant.orderBy("deliveries.order", "desc").limit(limit).execute();
    },

    async count(subscription) {
      const rows = await db
        .selectFrom("deliveries")
        .select(({ fn }) => ["state", fn.countAll().as("count")])
        .where("subscription", "=", subscription)
        .groupBy("state")
        .execute();
      const counted = new Map(rows.map(({ state, count }) => [state, Number(count)]));
      const of = (state: Delivery["state"]) => counted.get(state) ?? 0;
      return { waiting: of("waiting"), sent: of("sent"), dead: of("dead") };
    },

    async markSent(id, at) {
      await db
        .updateTable("deliveries")
        .set({ state: "sent", done: at, reason: null })
        .where("id", "=", id)
        .execute();
    },

    async markFailed(id, { attempts, outages, nextAt, reason, deadAt }) {
      await db
        .updateTable("deliveries")
        .set({
          attempts,
          outages,
          reason,
          next_at: nextAt,
          ...(deadAt !== undefined && { state: "dead", done: deadAt }),
        })
        .where("id", "=", id)
        .execute();
    },

    async replay(id, at) {
      const { numUpdatedRows } = await db
        .updateTable("deliveries")
        .set({
          state: "waiting",
          attempts: 0,
          outages: 0,
          next_at: at,
          created: at,
          done: null,
        })
        .where("id", "=", id)
        .where("state", "<>", "waiting")
        .executeTakeFirst();
      if (numUpdatedRows > 0) onPublish?.();
      return numUpdatedRows > 0;
    },

    async drop(id) {
      const { numDeletedRows } = await db
        .deleteFrom("deliveries")
        .where("id", "=", id)
        .where("state", "=", "dead")
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async prune(before) {
      await db.deleteFrom("deliveries").where("done", "<", before).execute();
    },
  };
}

/** Inserts deliveries for all subscribers in one statement; returns their number. */
async function keepNewest(db: Kysely<Tables>, event: PublishedEvent): Promise<bigint> {
  const { id, tenant, type, chat, about, at } = event;
  const body = JSON.stringify(event.body);
  const { numAffectedRows = 0n } = await sql`
    insert into deliveries
      (id, subscription, event, type, chat, about, body, state, attempts, next_at, created)
    select cast(${`${id}:`} as text) || id, id, cast(${id} as text), cast(${type} as text),
      cast(${chat} as text), cast(${about} as text), cast(${body} as text), 'waiting', 0,
      cast(${at} as bigint), cast(${at} as bigint)
    from subscriptions
    where tenant = ${tenant} and state = 'on'
      and (events like ${`%"${type}"%`} or events like '%"*"%')
    order by created, id`.execute(db);
  return numAffectedRows;
}
