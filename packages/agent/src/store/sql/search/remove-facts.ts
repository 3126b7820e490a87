import type { Kysely } from "kysely";
import type { FactId } from "../../../kernel/ids.ts";
import type { PassageStore } from "../../search/passages.ts";
import { fromJson } from "../json.ts";
import type { Tables } from "../tables.ts";

/** Removes facts with their evidence, passages and history, and invalidates profiles that rest on them. */
export async function removeFacts(
  db: Kysely<Tables>,
  ids: readonly FactId[],
  passages: Pick<PassageStore, "remove">,
): Promise<number> {
  let rows = 0;
  for (const id of ids) {
    await db.deleteFrom("fact_evidence").where("fact", "=", id).execute();
    const fact = await db
      .deleteFrom("facts")
      .where("id", "=", id)
      .returning(["tenant", "audience", "chat"])
      .executeTakeFirst();
    if (!fact) continue;
    const { tenant, audience, chat } = fact;
    await passages.remove({ tenant, audience, chat, source: "fact" }, id);
    await db.deleteFrom("deliveries").where("about", "=", id).execute();
    await db
      .updateTable("facts")
      .set({ superseded_by: null })
      .where("superseded_by", "=", id)
      .execute();
    await forgetInProfile(db, { tenant, audience, id });
    const changes = await db
      .deleteFrom("memory_changes")
      .where((row) => row.or([row("ref", "=", id), row("before", "like", `%"${id}"%`)]))
      .executeTakeFirst();
    rows += 1 + Number(changes.numDeletedRows);
  }
  return rows;
}

/** Hides a profile that rests on the fact, until it is rewritten. */
async function forgetInProfile(
  db: Kysely<Tables>,
  { tenant, audience, id }: { tenant: string; audience: string; id: FactId },
): Promise<void> {
  const profiles = await db
    .selectFrom("profiles")
    .select(["person", "evidence"])
    .where("tenant", "=", tenant)
    .where("evidence", "like", `%"${id}"%`)
    .execute();
  for (const { person, evidence } of profiles) {
    if (person !== audience) continue;
    const left = fromJson<readonly FactId[]>(evidence).filter((one) => one !== id);
    await db
      .updateTable("profiles")
      .set({ evidence: JSON.stringify(left), text: "", stale: 1 })
      .where("tenant", "=", tenant)
      .where("person", "=", person)
      .execute();
  }
}
