import { type Kysely, sql } from "kysely";
import type { ChatId } from "../../../kernel/ids.ts";
import type { ModelWaitStore } from "../../turns/model-waits.ts";
import type { Tables } from "../tables.ts";

const COLUMNS = ["turn", "model", "cause", "reason", "since", "announced"] as const;

export function createModelWaits(db: Kysely<Tables>): ModelWaitStore {
  const waits = () => db.selectFrom("model_waits").select(COLUMNS);
  return {
    async set({ isAnnounced, ...wait }) {
      const row = { ...wait, announced: isAnnounced ? 1 : 0 };
      const { turn: _turn, ...change } = row;
      await db
        .insertInto("model_waits")
        .values(row)
        .onConflict((conflict) => conflict.column("turn").doUpdateSet(change))
        .execute();
    },

    async of(turn) {
      const row = await waits().where("turn", "=", turn).executeTakeFirst();
      return row && toWait(row);
    },

    async remove(turn) {
      await db.deleteFrom("model_waits").where("turn", "=", turn).execute();
    },

    list: async () => (await waits().orderBy("since").orderBy("turn").execute()).map(toWait),

    async wake() {
      await db
        .updateTable("chats")
        .set({ next_at: 0 })
        .where("lease_owner", "is", null)
        // A join would go through all turns.
        .where("id", "in", (chats) =>
          chats
            .selectFrom("model_waits")
            .select(
              sql<ChatId>`(select chat from turns where turns.id = model_waits.turn)`.as("chat"),
            ),
        )
        .execute();
    },
  };
}

function toWait({ announced, ...wait }: Tables["model_waits"]) {
  return { ...wait, isAnnounced: announced === 1 };
}
