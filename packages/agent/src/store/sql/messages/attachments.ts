import type { Kysely } from "kysely";
import { toId } from "../../../kernel/ids.ts";
import type { AttachmentStore } from "../../messages/attachments.ts";
import { labelFromJson } from "../json.ts";
import type { Tables } from "../tables.ts";

export function createAttachments(db: Kysely<Tables>): AttachmentStore {
  return {
    async add({ mediaType, data, ...attachment }) {
      await db
        .insertInto("attachments")
        .values({ ...attachment, media_type: mediaType, content: data })
        .execute();
    },

    async byId(id) {
      const row = await db
        .selectFrom("attachments")
        .innerJoin("inbox", "inbox.id", "attachments.message")
        .select(["attachments.id", "attachments.message", "attachments.position"])
        .select(["attachments.name", "attachments.content as data"])
        .select(["attachments.media_type as mediaType"])
        .select(["inbox.chat", "inbox.label"])
        .where("attachments.id", "=", toId<"attachment">(id))
        .executeTakeFirst();
      return row && { ...row, label: labelFromJson(row.label) };
    },
  };
}
