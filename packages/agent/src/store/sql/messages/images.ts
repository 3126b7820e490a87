import type { Kysely } from "kysely";
import type { ImageStore } from "../../messages/images.ts";
import type { Tables } from "../tables.ts";

export function createImages(db: Kysely<Tables>): ImageStore {
  return {
    async add({ mediaType, data, ...image }) {
      await db
        .insertInto("images")
        .values({ ...image, media_type: mediaType, content: Buffer.from(data, "base64") })
        .execute();
    },

    async load(ids) {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom("images")
        .select(["id", "media_type as mediaType", "content"])
        .where("id", "in", ids)
        .execute();
      return new Map(
        rows.map(({ id, mediaType, content }) => [id, { mediaType, data: toBase64(content) }]),
      );
    },
  };
}

/** Encodes bytes as providers take them. */
function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
}
