import type { Kysely } from "kysely";
import type { SurfaceStateStore } from "../surface-state.ts";
import type { Tables } from "./tables.ts";

export function createSurfaceState(db: Kysely<Tables>): SurfaceStateStore {
  return {
    async get({ tenant, surface, key }) {
      const row = await db
        .selectFrom("surface_state")
        .select("value")
        .where("tenant", "=", tenant)
        .where("surface", "=", surface)
        .where("key", "=", key)
        .executeTakeFirst();
      return row?.value;
    },

    async put({ tenant, surface, key }, { value, at, chat = null }) {
      await db
        .insertInto("surface_state")
        .values({ tenant, surface, key, value, updated_at: at, chat })
        .onConflict((conflict) =>
          conflict
            .columns(["tenant", "surface", "key"])
            .doUpdateSet({ value, updated_at: at, chat }),
        )
        .execute();
    },

    async remove({ tenant, surface, key }) {
      await db
        .deleteFrom("surface_state")
        .where("tenant", "=", tenant)
        .where("surface", "=", surface)
        .where("key", "=", key)
        .execute();
    },

    async removeOf({ tenant, surface, chat }) {
      await db
        .deleteFrom("surface_state")
        .where("tenant", "=", tenant)
        .where("surface", "=", surface)
        .where("chat", "=", chat)
        .execute();
    },

    async prune(before) {
      await db.deleteFrom("surface_state").where("updated_at", "<", before).execute();
    },
  };
}
