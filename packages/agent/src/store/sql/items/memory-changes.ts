import { isRecord } from "../../../kernel/text/json.ts";
import type { Kysely } from "kysely";
import type { ChangeBody, MemoryChange, MemoryChangeStore } from "../../items/memory-changes.ts";
import { fromJson } from "../json.ts";
import type { Tables } from "../tables.ts";

export function createMemoryChanges(db: Kysely<Tables>): MemoryChangeStore {
  const changes = () =>
    db
      .selectFrom("memory_changes")
      .select(["id", "tenant", "person", "at", "kind", "ref", "before", "after"])
      .select("undone as undoneAt");

  return {
    async add({ undoneAt, before, after, ...change }) {
      await db
        .insertInto("memory_changes")
        .values({
          ...change,
          before: JSON.stringify(before),
          after: JSON.stringify(after),
          undone: undoneAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async byId({ tenant, person }, id) {
      const row = await changes()
        .where("id", "=", id)
        .where("tenant", "=", tenant)
        .where("person", "=", person)
        .executeTakeFirst();
      return row && toChange(row);
    },

    async newest({ tenant, person }) {
      const row = await changes()
        .where("tenant", "=", tenant)
        .where("person", "=", person)
        .where("undone", "is", null)
        .orderBy("order", "desc")
        .limit(1)
        .executeTakeFirst();
      return row && toChange(row);
    },

    async list({ tenant, person }, limit) {
      const rows = await changes()
        .where("tenant", "=", tenant)
        .where("person", "=", person)
        .orderBy("order", "desc")
        .limit(limit)
        .execute();
      return rows.map(toChange);
    },

    async markUndone(id, at) {
      const { numUpdatedRows } = await db
        .updateTable("memory_changes")
        .set({ undone: at })
        .where("id", "=", id)
        .where("undone", "is", null)
        .executeTakeFirst();
      return Number(numUpdatedRows) > 0;
    },

    async drop({ tenant, person }, id) {
      await db
        .deleteFrom("memory_changes")
        .where("id", "=", id)
        .where("tenant", "=", tenant)
        .where("person", "=", person)
        .execute();
    },

    async forget(ref) {
      await db.deleteFrom("memory_changes").where("ref", "=", ref).execute();
    },
  };
}

type Row = Omit<MemoryChange, keyof ChangeBody> & {
  readonly kind: ChangeBody["kind"];
  readonly ref: string;
  readonly before: string;
  readonly after: string;
};

/** Kind and values were written together, so they are read together. */
function toChange({ kind, ref, before, after, ...change }: Row): MemoryChange {
  const named = JSON.stringify({ kind, ref }).slice(0, -1);
  const body = fromJson<ChangeBody>(
    `${named},"before":${withChat(before)},"after":${withChat(after)}}`,
  );
  return { ...change, ...body };
}

/** Jobs named their chat `place` before. */
function withChat(json: string): string {
  const value = fromJson<unknown>(json);
  if (!isRecord(value) || value["place"] === undefined) return json;
  const { place, ...others } = value;
  return JSON.stringify({ ...others, chat: place });
}
