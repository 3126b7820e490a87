import type { Kysely } from "kysely";
import type { IdempotencyStore } from "../../webhooks/idempotency.ts";
import type { Tables } from "../tables.ts";

export function createIdempotency(db: Kysely<Tables>): IdempotencyStore {
  return {
    async byKey(key, now) {
      const row = await db
        .selectFrom("kept_answers")
        .selectAll()
        .where("key", "=", key)
        .where("expires", ">", now)
        .executeTakeFirst();
      if (!row) return undefined;
      const { status, body, expires: expiresAt, ...kept } = row;
      const answer = status === null || body === null ? null : { status, body };
      return { ...kept, answer, expiresAt };
    },

    async put({ answer, expiresAt, ...kept }, now) {
      await db.deleteFrom("kept_answers").where("expires", "<=", now).execute();
      const { status = null, body = null } = answer ?? {};
      await db
        .insertInto("kept_answers")
        .values({ ...kept, status, body, expires: expiresAt })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
  };
}
