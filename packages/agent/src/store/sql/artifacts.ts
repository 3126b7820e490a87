import type { Kysely } from "kysely";
import { toId } from "../../kernel/ids.ts";
import type { ArtifactStore } from "../artifacts.ts";
import type { Tables } from "./tables.ts";

export function createArtifacts(db: Kysely<Tables>): ArtifactStore {
  return {
    async add(artifact) {
      await db.insertInto("artifacts").values(artifact).execute();
    },
    byId: (id) =>
      db
        .selectFrom("artifacts")
        .innerJoin("calls", "calls.id", "artifacts.call")
        .selectAll("artifacts")
        .select("calls.tool")
        .where("artifacts.id", "=", toId<"artifact">(id))
        .executeTakeFirst(),
  };
}
