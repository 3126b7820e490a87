import { type Kysely, sql } from "kysely";
import { joinLabels } from "../../../kernel/label.ts";
import type { FileLabelStore } from "../../items/file-labels.ts";
import { labelFromJson } from "../json.ts";
import type { Tables } from "../tables.ts";

export function createFileLabels(db: Kysely<Tables>): FileLabelStore {
  return {
    async put(tenant, { path, digest, label: said }) {
      const known = await db
        .selectFrom("file_labels")
        .select("label")
        .where("tenant", "=", tenant)
        .where("path", "=", path)
        .where("digest", "=", digest)
        .executeTakeFirst();
      const label = JSON.stringify(known ? joinLabels([labelFromJson(known.label), said]) : said);
      await db
        .insertInto("file_labels")
        .values({ tenant, path, digest, label })
        .onConflict((conflict) =>
          conflict.columns(["tenant", "path", "digest"]).doUpdateSet({ label }),
        )
        .execute();
    },

    async ofDigest(tenant, digest) {
      const rows = await db
        .selectFrom("file_labels")
        .select("label")
        .where("tenant", "=", tenant)
        .where("digest", "=", digest)
        .execute();
      if (rows.length === 0) return undefined;
      return joinLabels(rows.map(({ label }) => labelFromJson(label)));
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
        label: labelFromJson(label),
      }));
    },
  };
}
