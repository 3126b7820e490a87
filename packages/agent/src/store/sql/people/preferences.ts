import type { Kysely } from "kysely";
import type { PersonKey } from "../../people/people.ts";
import type { PreferenceStore, Preferences } from "../../people/preferences.ts";
import { prepareStatement } from "../prepare-statement.ts";
import type { Tables } from "../tables.ts";

export function createPreferences(db: Kysely<Tables>): PreferenceStore {
  return {
    async of({ tenant, person }) {
      const row = await OF.first(db, { tenant, person });
      if (!row) return {};
      const { time_zone: timeZone, quiet_from: from, quiet_to: to, chat, briefing, language } = row;
      return {
        ...(timeZone !== null && { timeZone }),
        ...(from !== null && to !== null && { quiet: { from, to } }),
        ...(chat !== null && { chat }),
        ...(briefing !== null && { briefing }),
        ...(language !== null && { language }),
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

const OF = prepareStatement(
  (db, { tenant, person }: PersonKey) =>
    db
      .selectFrom("preferences")
      .selectAll()
      .where("tenant", "=", tenant)
      .where("person", "=", person),
  ["preferences"],
);

function toColumns({ timeZone, quiet, chat, briefing, language }: Preferences) {
  return {
    time_zone: timeZone ?? null,
    quiet_from: quiet?.from ?? null,
    quiet_to: quiet?.to ?? null,
    chat: chat ?? null,
    briefing: briefing ?? null,
    language: language ?? null,
  };
}
