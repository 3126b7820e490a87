import { type Kysely, type Selectable, sql } from "kysely";
import type { PluginEvent, PluginEventStore } from "../../items/plugin-events.ts";
import { fromJson } from "../json.ts";
import type { Tables } from "../tables.ts";

/** Maximum number of events of a plugin that are returned together. */
const OF_PLUGIN = 8;

export function createPluginEvents(db: Kysely<Tables>): PluginEventStore {
  return {
    async add({ body, createdAt, ...event }) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("plugin_events")
        .values({ ...event, body: JSON.stringify(body), created: createdAt })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    async byId(id) {
      const row = await db
        .selectFrom("plugin_events")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      return row && toEvent(row);
    },

    async waiting(kind, limit) {
      const rows = await db
        .selectFrom((waiting) =>
          waiting
            .selectFrom("plugin_events")
            .selectAll()
            .select(
              sql<number>`row_number() over (partition by plugin order by created, id)`.as("nth"),
            )
            .where("state", "=", "waiting")
            .where("kind", "=", kind)
            .as("numbered"),
        )
        .select(["id", "tenant", "plugin", "kind", "chat", "person", "body", "state", "created"])
        .where("nth", "<=", OF_PLUGIN)
        .orderBy("created")
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.map(toEvent);
    },

    async countWaiting(plugin) {
      const row = await db
        .selectFrom("plugin_events")
        .select((count) => count.fn.countAll().as("waiting"))
        .where("state", "=", "waiting")
        .where("plugin", "=", plugin)
        .executeTakeFirstOrThrow();
      return Number(row.waiting);
    },

    async setState(id, state) {
      await db.updateTable("plugin_events").set({ state }).where("id", "=", id).execute();
    },

    async prune(before) {
      await db
        .deleteFrom("plugin_events")
        .where("kind", "=", "press")
        .where("state", "<>", "waiting")
        .where("created", "<", before)
        .execute();
    },
  };
}

function toEvent({ body, created, ...event }: Selectable<Tables["plugin_events"]>): PluginEvent {
  return { ...event, body: fromJson(body), createdAt: created };
}
