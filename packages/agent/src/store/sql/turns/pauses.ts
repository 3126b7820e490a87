import type { Kysely } from "kysely";
import { toId } from "../../../kernel/ids.ts";
import type { PauseStore } from "../../turns/pauses.ts";
import { prepareStatement } from "../prepare-statement.ts";
import type { Tables } from "../tables.ts";

export function createPauses(db: Kysely<Tables>): PauseStore {
  return {
    async isPaused(tenant, chat) {
      return (await HOLDING.first(db, { tenant, chat })) !== undefined;
    },

    async list(tenant) {
      const rows = await db
        .selectFrom("pauses")
        .selectAll()
        .where("tenant", "=", tenant)
        .orderBy("at")
        .orderBy("chat")
        .execute();
      return rows.map(({ chat, paused_by: by, at }) => ({
        chat: chat === EVERYWHERE ? null : toId<"chat">(chat),
        by,
        at,
      }));
    },

    async add(tenant, { chat, by, at }) {
      const added = await db
        .insertInto("pauses")
        .values({ tenant, chat: chat ?? EVERYWHERE, paused_by: by, at })
        .onConflict((conflict) => conflict.doNothing())
        .returning("at")
        .executeTakeFirst();
      return added !== undefined;
    },

    async remove(tenant, chat) {
      const { numDeletedRows } = await db
        .deleteFrom("pauses")
        .where("tenant", "=", tenant)
        .where("chat", "=", chat ?? EVERYWHERE)
        .executeTakeFirst();
      return Number(numDeletedRows) > 0;
    },
  };
}

/** Part of the key, where null would not be equal to itself. */
const EVERYWHERE = "";

const HOLDING = prepareStatement(
  (db, { tenant, chat }: { tenant: string; chat: string }) =>
    db
      .selectFrom("pauses")
      .select("at")
      .where("tenant", "=", tenant)
      .where("chat", "in", [EVERYWHERE, chat])
      .limit(1),
  ["pauses"],
);
