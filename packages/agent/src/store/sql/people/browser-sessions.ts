import type { Kysely } from "kysely";
import type { BrowserSessionStore } from "../../people/browser-sessions.ts";
import type { Tables } from "../tables.ts";
import type { AccessOptions } from "./tokens.ts";

export function createBrowserSessions(
  db: Kysely<Tables>,
  { onAccess }: AccessOptions,
): BrowserSessionStore {
  return {
    async addLink({ expiresAt, ...link }) {
      await db
        .insertInto("web_links")
        .values({ ...link, expires: expiresAt })
        .execute();
    },

    async redeemLink(digest, now) {
      return db
        .deleteFrom("web_links")
        .where("digest", "=", digest)
        .where("expires", ">", now)
        .returning(["tenant", "person"])
        .executeTakeFirst();
    },

    async add({ createdAt, expiresAt, ...session }) {
      for (const table of ["web_links", "web_sessions"] as const)
        await db.deleteFrom(table).where("expires", "<=", createdAt).execute();
      await db
        .insertInto("web_sessions")
        .values({ ...session, created: createdAt, expires: expiresAt })
        .execute();
    },

    async byId(id) {
      return db
        .selectFrom("web_sessions")
        .select([
          "id",
          "tenant",
          "person",
          "digest",
          "created as createdAt",
          "expires as expiresAt",
        ])
        .where("id", "=", id)
        .executeTakeFirst();
    },

    async remove(id) {
      await db.deleteFrom("web_sessions").where("id", "=", id).execute();
      onAccess?.();
    },

    async removeOf({ tenant, person }) {
      const removed = await db
        .deleteFrom("web_sessions")
        .where("tenant", "=", tenant)
        .where("person", "=", person)
        .executeTakeFirst();
      onAccess?.();
      return Number(removed.numDeletedRows);
    },
  };
}
