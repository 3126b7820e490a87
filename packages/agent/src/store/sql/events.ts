import type { Kysely } from "kysely";
import { toId } from "../../kernel/ids.ts";
import type { Fact } from "../../kernel/turn-event.ts";
import type { EventStore } from "../events.ts";
import { fromJson } from "./json.ts";
import type { Tables } from "./tables.ts";

/** Raised when a fact's body changes its meaning. */
const VERSION = 1;

export function createEvents(db: Kysely<Tables>): EventStore {
  return {
    async add(place, facts) {
      if (facts.length === 0) return;
      await db
        .insertInto("events")
        .values(
          facts.map((fact) => ({
            place,
            seq: fact.seq,
            turn: "turn" in fact ? toId<"turn">(fact.turn) : null,
            type: fact.type,
            version: VERSION,
            body: JSON.stringify(fact),
          })),
        )
        .execute();
    },

    async since(place, seq, limit) {
      const rows = await db
        .selectFrom("events")
        .select("body")
        .where("place", "=", place)
        .where("seq", ">", seq)
        .orderBy("seq")
        .limit(limit)
        .execute();
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
