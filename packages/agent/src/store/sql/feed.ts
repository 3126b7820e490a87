import type { Kysely } from "kysely";
import type { FeedStore } from "../feed.ts";
import type { Tables } from "./tables.ts";

export function createFeed(db: Kysely<Tables>): FeedStore {
  return {
    async add({ messageId, ...message }) {
      await db
        .insertInto("messages")
        .values({ ...message, message_id: messageId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async lastAt(place) {
      const last = await db
        .selectFrom("messages")
        .select("at")
        .where("place", "=", place)
        .orderBy("order", "desc")
        .limit(1)
        .executeTakeFirst();
      return last?.at;
    },

    async newest(place, limit) {
      const newest = await db
        .selectFrom("messages")
        .select([
          "place",
          "message_id as messageId",
          "edit",
          "direction",
          "author",
          "text",
          "at",
          "turn",
        ])
        .where("place", "=", place)
        .orderBy("order", "desc")
        .limit(limit)
        .execute();
      return newest.toReversed();
    },
  };
}
