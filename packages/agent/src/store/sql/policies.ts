import type { Kysely } from "kysely";
import type { PlaceId } from "../../kernel/ids.ts";
import type { PolicyStore } from "../policies.ts";
import { prepareStatement } from "./prepare-statement.ts";
import type { Tables } from "./tables.ts";

export function createPolicies(db: Kysely<Tables>): PolicyStore {
  return {
    async add(policy) {
      await db
        .insertInto("session_policies")
        .values(policy)
        .onConflict((conflict) => conflict.columns(["message", "text"]).doNothing())
        .execute();
    },

    ofPlace: (place) => OF_PLACE.all(db, { place }),

    async remove(place, id) {
      const { numDeletedRows } = await db
        .deleteFrom("session_policies")
        .where("place", "=", place)
        .where("id", "=", id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

const OF_PLACE = prepareStatement((db, { place }: { place: PlaceId }) =>
  db
    .selectFrom("session_policies")
    .select(["id", "place", "text", "rule", "effect", "category", "message"])
    .where("place", "=", place)
    .orderBy("order"),
);
