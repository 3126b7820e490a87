import { type Kysely, sql } from "kysely";
import type { Label } from "../../kernel/label.ts";
import type { FileLabelStore } from "../file-labels.ts";
import { fromJson } from "./json.ts";
import type { Tables } from "./tables.ts";

export function createFileLabels(db: Kysely<Tables>): FileLabelStore {
  return {
    async put(tenant, { path, digest, label }) {
      await db
        .insertInto("file_labels")
        .values({ tenant, path, digest, label: JSON.stringify(label) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async ofDigest(tenant, digest) {
      const row = await db
        .selectFrom("file_labels")
        .select("label")
        .where("tenant", "=", tenant)
        .where("digest", "=", digest)
        .executeTakeFirst();
      return row && fromJson<Label>(row.label);
    },

    async under(tenant, path) {
      const all = db.selectFrom("file_labels").selectAll().where("tenant", "=", tenant);
      const folder = `${path}/`;
      const rows = await (
        path === ""
          ? all
          : all.where((row) =>
              row.or([
                row("path", "=", path),
                sql<boolean>`substr(path, 1, ${folder.length}) = ${folder}`,
              ]),
            )
      ).execute();
      return rows.map(({ path: at, digest, label }) => ({
        path: at,
        digest,
        label: fromJson<Label>(label),
      }));
    },
  };
}
