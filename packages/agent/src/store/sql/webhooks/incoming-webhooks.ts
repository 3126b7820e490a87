import type { Kysely, Selectable } from "kysely";
import { Secret } from "../../../platform/secret.ts";
import type { IncomingWebhook, IncomingWebhookStore } from "../../webhooks/incoming-webhooks.ts";
import type { Tables } from "../tables.ts";

export function createIncomingWebhooks(db: Kysely<Tables>): IncomingWebhookStore {
  return {
    async add({ tenant, name, person, createdAt, ...hook }) {
      const added = await db
        .insertInto("hooks")
        .values({ tenant, name, person, created: createdAt, ...toColumns(hook) })
        .onConflict((conflict) => conflict.doNothing())
        .returning("name")
        .executeTakeFirst();
      return added !== undefined;
    },

    async byName(tenant, name) {
      const row = await db
        .selectFrom("hooks")
        .selectAll()
        .where("tenant", "=", tenant)
        .where("name", "=", name)
        .executeTakeFirst();
      return row && toIncomingWebhook(row);
    },

    async list(tenant) {
      const rows = await db
        .selectFrom("hooks")
        .selectAll()
        .where("tenant", "=", tenant)
        .orderBy("name")
        .execute();
      return rows.map(toIncomingWebhook);
    },

    async change({ tenant, name, ...hook }) {
      const { numUpdatedRows } = await db
        .updateTable("hooks")
        .set(toColumns(hook))
        .where("tenant", "=", tenant)
        .where("name", "=", name)
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },

    async remove(tenant, name) {
      const { numDeletedRows } = await db
        .deleteFrom("hooks")
        .where("tenant", "=", tenant)
        .where("name", "=", name)
        .executeTakeFirst();
      return numDeletedRows > 0;
    },
  };
}

type Changing = Omit<IncomingWebhook, "tenant" | "name" | "person" | "createdAt">;

function toColumns({ chat, secret, template, role, integrity, perMinute, state }: Changing) {
  return {
    chat,
    secret: secret.reveal(),
    template,
    role,
    integrity,
    per_minute: perMinute,
    state,
  };
}

function toIncomingWebhook(row: Selectable<Tables["hooks"]>): IncomingWebhook {
  const { secret, per_minute: perMinute, created: createdAt, ...hook } = row;
  return { ...hook, secret: new Secret(secret), perMinute, createdAt };
}
