import type { Kysely } from "kysely";
import type { ImageStore } from "../../messages/images.ts";
import type { Tables } from "../tables.ts";

export function createImages(db: Kysely<Tables>): ImageStore {
  return {
    async add({ mediaType, data, ...image }) {
      await db
        .insertInto("images")
        .values({ ...image, media_type: mediaType, content: data })
        .execute();
    },

    async load(ids) {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom("images")
        .select(["id", "media_type as mediaType", "content as data"])
        .where("id", "in", ids)
        .execute();
      return new Map(rows.map(({ id, ...image }) => [id, image]));
    },
  };
}
