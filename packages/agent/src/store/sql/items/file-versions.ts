import { type Kysely, sql } from "kysely";
import type { FileVersionStore } from "../../items/file-versions.ts";
import type { ChangeOwner } from "../../items/memory-changes.ts";
import type { Tables } from "../tables.ts";

export function createFileVersions(db: Kysely<Tables>): FileVersionStore {
  return {
    async add(owner, version, quotaBytes) {
      const { tenant, person } = owner;
      await db
        .insertInto("file_versions")
        .values({ tenant, person, ...version })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await makeRoom(db, owner, quotaBytes);
    },

    byId: ({ tenant, person }, id) =>
      db
        .selectFrom("file_versions")
        .select(["id", "bytes", "encoding", "content"])
        .where("id", "=", id)
        .where("tenant", "=", tenant)
        .where("person", "=", person)
        .executeTakeFirst(),

    async remove({ tenant, person }, ids) {
      if (ids.length === 0) return;
      await db
        .deleteFrom("file_versions")
        .where("id", "in", ids)
        .where("tenant", "=", tenant)
        .where("person", "=", person)
        .execute();
    },
  };
}

/** Lets go of every version that has more than the quota behind it and with it. */
async function makeRoom(
  db: Kysely<Tables>,
  { tenant, person }: ChangeOwner,
  quotaBytes: number,
): Promise<void> {
  await sql`
    delete from file_versions where "order" in (
      select "order" from (
        select "order", sum(bytes) over (order by "order" desc) as total
        from file_versions where tenant = ${tenant} and person = ${person}) as running
      where total > ${quotaBytes})`.execute(db);
}
