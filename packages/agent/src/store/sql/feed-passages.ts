import type { Kysely } from "kysely";
import { integrityOf, joinLabels, type Label } from "../../kernel/label.ts";
import { type PlaceId, toId, type TurnId } from "../../kernel/ids.ts";
import type { FeedMessage } from "../feed.ts";
import type { PassageStore, ScopeKey } from "../passages.ts";
import type { Tables } from "./tables.ts";

export interface StoredMessage extends FeedMessage {
  /** Its number in the feed. */
  readonly order: number;
}

/** Keeps the passages of a feed: one a message, as it was edited last. */
export interface FeedPassages {
  put(message: StoredMessage): Promise<void>;
  /** Removes the passages of messages of a place by their numbers in the feed. */
  remove(place: PlaceId, orders: readonly number[]): Promise<void>;
}

/** `labelOf` says of what a turn's answer was made; without it, of what its asker said. */
export function createFeedPassages(
  db: Kysely<Tables>,
  passages: Pick<PassageStore, "put" | "remove">,
  labelOf?: (turn: TurnId) => Promise<Label | undefined>,
): FeedPassages {
  const removeFrom = async (scope: ScopeKey, orders: readonly number[]) => {
    for (const order of orders) await passages.remove(scope, String(order));
  };

  return {
    async put(message) {
      const { order, place, direction, text, at } = message;
      const found = await db
        .selectFrom("places")
        .leftJoin("people", (join) => join.on("people.id", "=", toId<"person">(message.author)))
        .leftJoin("turns", (join) => join.on("turns.id", "=", message.turn))
        .select([
          "places.tenant",
          "places.uid",
          "people.name",
          "people.role",
          "turns.role as asker",
        ])
        .where("places.id", "=", place)
        .executeTakeFirstOrThrow();
      const scope = feedScope(place, found);
      const others = await otherEdits(db, message);
      // A message may come behind its own edit.
      if (others.some(({ edit }) => edit > message.edit)) return;
      await removeFrom(
        scope,
        others.map((other) => other.order),
      );
      if (text.trim() === "") return;
      const role = direction === "in" ? found.role : found.asker;
      const said = { integrity: integrityOf(role ?? "stranger"), audience: "all" };
      const taint = direction === "out" && message.turn && (await labelOf?.(message.turn));
      const made = taint ? [taint] : [];
      const passedOn = message.integrity ? [{ ...said, integrity: message.integrity }] : [];
      await passages.put({
        scope,
        ref: String(order),
        author: direction === "in" ? found.name : message.author,
        integrity: joinLabels([said, ...made, ...passedOn]).integrity,
        at,
        text,
      });
    },

    async remove(place, orders) {
      const found = await db
        .selectFrom("places")
        .select(["tenant", "uid"])
        .where("id", "=", place)
        .executeTakeFirst();
      if (found) await removeFrom(feedScope(place, found), orders);
    },
  };
}

function feedScope(place: PlaceId, { tenant, uid }: { tenant: string; uid: string }): ScopeKey {
  return { tenant, audience: uid, place, source: "feed" };
}

function otherEdits(db: Kysely<Tables>, { place, direction, messageId, edit }: FeedMessage) {
  return db
    .selectFrom("messages")
    .select(["order", "edit"])
    .where("place", "=", place)
    .where("direction", "=", direction)
    .where("message_id", "=", messageId)
    .where("edit", "<>", edit)
    .execute();
}
