import type { Kysely } from "kysely";
import type { ChannelStateStore } from "../../messages/channel-state.ts";
import type { Tables } from "../tables.ts";

export function createChannelState(db: Kysely<Tables>): ChannelStateStore {
  return {
    async get({ tenant, channel, key }) {
      const row = await db
        .selectFrom("channel_state")
        .select("value")
        .where("tenant", "=", tenant)
        .where("channel", "=", channel)
        .where("key", "=", key)
        .executeTakeFirst();
      return row?.value;
    },

    async put({ tenant, channel, key }, { value, at, externalId = null }) {
      await db
        .insertInto("channel_state")
        .values({ tenant, channel, key, value, updated_at: at, chat: externalId })
        .onConflict((conflict) =>
          conflict
            .columns(["tenant", "channel", "key"])
            .doUpdateSet({ value, updated_at: at, chat: externalId }),
        )
        .execute();
    },

    async remove({ tenant, channel, key }) {
      await db
        .deleteFrom("channel_state")
        .where("tenant", "=", tenant)
        .where("channel", "=", channel)
        .where("key", "=", key)
        .execute();
    },

    async removeOf({ tenant, channel, externalId }) {
      await db
        .deleteFrom("channel_state")
        .where("tenant", "=", tenant)
        .where("channel", "=", channel)
        .where("chat", "=", externalId)
        .execute();
    },

    async prune(before) {
      await db.deleteFrom("channel_state").where("updated_at", "<", before).execute();
    },
  };
}
