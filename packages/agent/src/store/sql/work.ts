import type { Kysely } from "kysely";
import type { WorkStore } from "../work.ts";
import { prepareStatement } from "./prepare-statement.ts";
import type { Tables } from "./tables.ts";

const COLUMNS = [
  "kind",
  "id",
  "attempts",
  "outages",
  "crashes",
  "suspicion",
  "created as createdAt",
  "next_at as nextAt",
  "state",
  "reason",
] as const;

function workIn(db: Kysely<Tables>) {
  return db.selectFrom("work").select(COLUMNS);
}

const OF_KIND = prepareStatement(
  (db, { kind }: { kind: string }) =>
    workIn(db).where("kind", "=", kind).orderBy("created").orderBy("id"),
  ["work"],
);

export function createWork(db: Kysely<Tables>): WorkStore {
  const work = () => workIn(db);
  return {
    of: (kind) => OF_KIND.all(db, { kind }),

    byId: (kind, id) => work().where("kind", "=", kind).where("id", "=", id).executeTakeFirst(),

    async set({ createdAt, nextAt, ...rest }) {
      const row = { ...rest, created: createdAt, next_at: nextAt };
      const { kind: _kind, id: _id, ...change } = row;
      await db
        .insertInto("work")
        .values(row)
        .onConflict((conflict) => conflict.columns(["kind", "id"]).doUpdateSet(change))
        .execute();
    },

    async remove(kind, id) {
      const { numDeletedRows } = await db
        .deleteFrom("work")
        .where("kind", "=", kind)
        .where("id", "=", id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    dead: (limit) =>
      work()
        .where("state", "in", ["failed", "expired"])
        .orderBy("created")
        .orderBy("id")
        .limit(limit)
        .execute(),

    suspects: () =>
      work()
        .where("state", "=", "waiting")
        .where((row) => row.or([row("crashes", ">", 0), row("suspicion", ">", 0)]))
        .orderBy("created")
        .orderBy("id")
        .execute(),
  };
}
