import type { Kysely } from "kysely";
import { toId } from "../../kernel/ids.ts";
import type { PauseStore } from "../pauses.ts";
import { prepareStatement } from "./prepare-statement.ts";
import type { Tables } from "./tables.ts";

export function createPauses(db: Kysely<Tables>): PauseStore {
  return {
    async holds(tenant, place) {
      return (await HOLDING.first(db, { tenant, place })) !== undefined;
    },

    async list(tenant) {
      const rows = await db
        .selectFrom("pauses")
        .selectAll()
        .where("tenant", "=", tenant)
        .orderBy("at")
        .orderBy("place")
        .execute();
      return rows.map(({ place, paused_by: by, at }) => ({
        place: place === EVERYWHERE ? null : toId<"place">(place),
        by,
        at,
      }));
    },

    async add(tenant, { place, by, at }) {
      const added = await db
        .insertInto("pauses")
        .values({ tenant, place: place ?? EVERYWHERE, paused_by: by, at })
        .onConflict((conflict) => conflict.doNothing())
        .returning("at")
        .executeTakeFirst();
      return added !== undefined;
    },

    async remove(tenant, place) {
      const { numDeletedRows } = await db
        .deleteFrom("pauses")
        .where("tenant", "=", tenant)
        .where("place", "=", place ?? EVERYWHERE)
        .executeTakeFirst();
      return Number(numDeletedRows) > 0;
    },
  };
}

/** Part of the key, where null would not be equal to itself. */
const EVERYWHERE = "";

const HOLDING = prepareStatement((db, { tenant, place }: { tenant: string; place: string }) =>
  db
    .selectFrom("pauses")
    .select("at")
    .where("tenant", "=", tenant)
    .where("place", "in", [EVERYWHERE, place])
    .limit(1),
);
