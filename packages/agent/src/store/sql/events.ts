import type { Kysely } from "kysely";
import { type PlaceId, toId, type TurnId } from "../../kernel/ids.ts";
import type { Fact } from "../../kernel/turn-event.ts";
import type { EventStore } from "../events.ts";
import { fromJson } from "./json.ts";
import { prepareStatement } from "./prepare-statement.ts";
import type { Tables } from "./tables.ts";

/** Raised when a fact's body changes its meaning. */
const VERSION = 1;

export function createEvents(db: Kysely<Tables>): EventStore {
  return {
    async add(place, facts) {
      for (const fact of facts) {
        await ADD.run(db, {
          place,
          seq: fact.seq,
          turn: "turn" in fact ? toId<"turn">(fact.turn) : null,
          type: fact.type,
          body: JSON.stringify(fact),
        });
      }
    },

    async since(place, seq, limit) {
      const rows = await SINCE.all(db, { place, seq, limit });
      return rows.map(({ body }) => fromJson<Fact>(body));
    },

    async ofTurn(turn) {
      const rows = await db
        .selectFrom("events")
        .select("body")
        .where("turn", "=", turn)
        .orderBy("seq")
        .execute();
      return rows.map(({ body }) => fromJson<Fact>(body));
    },
  };
}

interface Columns {
  readonly place: PlaceId;
  readonly seq: number;
  readonly turn: TurnId | null;
  readonly type: Fact["type"];
  readonly body: string;
}

const SINCE = prepareStatement(
  (db, { place, seq, limit }: { place: PlaceId; seq: number; limit: number }) =>
    db
      .selectFrom("events")
      .select("body")
      .where("place", "=", place)
      .where("seq", ">", seq)
      .orderBy("seq")
      .limit(limit),
);

const ADD = prepareStatement((db, fact: Columns) =>
  db.insertInto("events").values({ ...fact, version: VERSION }),
);
