import { type Kysely, sql } from "kysely";
import type { ProfileStore } from "../../people/profiles.ts";
import { fromJson } from "../json.ts";
import type { Tables } from "../tables.ts";

export function createProfiles(db: Kysely<Tables>): ProfileStore {
  return {
    async of({ tenant, person }) {
      const row = await db
        .selectFrom("profiles")
        .select(["tenant", "person", "fixed", "text", "evidence", "updated", "stale"])
        .where("tenant", "=", tenant)
        .where("person", "=", person)
        .executeTakeFirst();
      if (!row) return undefined;
      const { evidence, updated, stale, ...profile } = row;
      return {
        ...profile,
        evidence: fromJson(evidence),
        updatedAt: updated,
        isStale: stale === 1,
      };
    },

    async put({ tenant, person, fixed, text, evidence, updatedAt, isStale }) {
      const written = {
        fixed,
        text,
        evidence: JSON.stringify(evidence),
        updated: updatedAt,
        stale: isStale ? 1 : 0,
      };
      await db
        .insertInto("profiles")
        .values({ tenant, person, ...written })
        .onConflict((conflict) => conflict.columns(["tenant", "person"]).doUpdateSet(written))
        .execute();
    },

    async remove({ tenant, person }) {
      await db
        .deleteFrom("profiles")
        .where("tenant", "=", tenant)
        .where("person", "=", person)
        .execute();
    },

    async markStale({ tenant, person }, fact) {
      await db
        .updateTable("profiles")
        .set({ stale: 1 })
        .where("tenant", "=", tenant)
        .where("person", "=", person)
        .where(sql<boolean>`evidence like ${`%${JSON.stringify(fact)}%`}`)
        .execute();
    },

    stale: () =>
      db
        .selectFrom("profiles")
        .select(["tenant", "person"])
        .where("stale", "=", 1)
        .orderBy("updated")
        .execute(),
  };
}
