import type { Kysely } from "kysely";
import { toId } from "../../../kernel/ids.ts";
import type { ArtifactStore } from "../../messages/artifacts.ts";
import { labelOfCall } from "../turns/call-row.ts";
import type { Tables } from "../tables.ts";

export function createArtifacts(db: Kysely<Tables>): ArtifactStore {
  return {
    async add(artifact) {
      await db.insertInto("artifacts").values(artifact).execute();
    },
    async byId(id) {
      const row = await db
        .selectFrom("artifacts")
        .innerJoin("calls", "calls.id", "artifacts.call")
        .select(["artifacts.id", "artifacts.call", "artifacts.chat", "artifacts.content"])
        .select(["calls.taint", "calls.label", "calls.tool"])
        .where("artifacts.id", "=", toId<"artifact">(id))
        .executeTakeFirst();
      if (!row) return undefined;
      const { taint, label, ...artifact } = row;
      return { ...artifact, label: labelOfCall({ taint, label }) };
    },
  };
}
