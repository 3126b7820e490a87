import type { Kysely } from "kysely";
import type { EgressStore } from "../../turns/egress.ts";
import type { Tables } from "../tables.ts";

export function createEgress(db: Kysely<Tables>): EgressStore {
  return {
    async add(row) {
      await db
        .insertInto("egress")
        .values(row)
        .onConflict((conflict) => conflict.column("call").doNothing())
        .execute();
    },

    async spent({ tenant, person }, { turn, since }) {
      const rows = await db
        .selectFrom("egress")
        .select(["turn", "hosts", "declared"])
        .where("tenant", "=", tenant)
        .where("person", "=", person)
        .where("at", ">", since)
        .execute();
      const own = rows.filter((row) => row.turn === turn);
      return {
        turn: own.reduce((sum, { hosts }) => sum + hosts, 0),
        day: rows.reduce((sum, { hosts }) => sum + hosts, 0),
        declared: own.reduce((sum, { declared }) => sum + declared, 0),
      };
    },
  };
}
