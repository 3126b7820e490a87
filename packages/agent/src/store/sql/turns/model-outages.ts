import type { Kysely } from "kysely";
import type { ModelOutageStore, StoredOutage } from "../../turns/model-outages.ts";
import type { Tables } from "../tables.ts";

export function createModelOutages(db: Kysely<Tables>): ModelOutageStore {
  const outages = () => db.selectFrom("model_outages").selectAll();
  return {
    async set({ told, ...outage }) {
      const row = { ...outage, told_chat: told?.chat ?? null, told_at: told?.at ?? null };
      const { model: _model, ...change } = row;
      await db
        .insertInto("model_outages")
        .values(row)
        .onConflict((conflict) => conflict.column("model").doUpdateSet(change))
        .execute();
    },

    async of(model) {
      const row = await outages().where("model", "=", model).executeTakeFirst();
      return row && toOutage(row);
    },

    async remove(model) {
      const { numDeletedRows } = await db
        .deleteFrom("model_outages")
        .where("model", "=", model)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    list: async () =>
      (await outages().orderBy("since").orderBy("model").execute()).map((row) => toOutage(row)),
  };
}

function toOutage({
  told_chat: chat,
  told_at: at,
  ...outage
}: Tables["model_outages"]): StoredOutage {
  return { ...outage, told: chat === null || at === null ? null : { chat, at } };
}
