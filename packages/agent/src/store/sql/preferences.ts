import type { Kysely } from "kysely";
import type { PreferenceStore, Preferences } from "../preferences.ts";
import type { Tables } from "./tables.ts";

export function createPreferences(db: Kysely<Tables>): PreferenceStore {
  return {
    async of({ tenant, person }) {
      const row = await db
        .selectFrom("preferences")
        .selectAll()
        .where("tenant", "=", tenant)
        .where("person", "=", person)
        .executeTakeFirst();
      if (!row) return {};
      const { time_zone: timeZone, quiet_from: from, quiet_to: to, place, briefing } = row;
      return {
        ...(timeZone !== null && { timeZone }),
        ...(from !== null && to !== null && { quiet: { from, to } }),
        ...(place !== null && { place }),
        ...(briefing !== null && { briefing }),
      };
    },

    async put({ tenant, person }, preferences) {
      const values = toColumns(preferences);
      await db
        .insertInto("preferences")
        .values({ tenant, person, ...values })
        .onConflict((conflict) => conflict.columns(["tenant", "person"]).doUpdateSet(values))
        .execute();
    },
  };
}

function toColumns({ timeZone, quiet, place, briefing }: Preferences) {
  return {
    time_zone: timeZone ?? null,
    quiet_from: quiet?.from ?? null,
    quiet_to: quiet?.to ?? null,
    place: place ?? null,
    briefing: briefing ?? null,
  };
}
