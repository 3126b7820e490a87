import type { Kysely } from "kysely";
import { toId } from "../../../kernel/ids.ts";
import { createMessagePassages } from "./message-passages.ts";
import { createPassages, type PassageEngine } from "../search/passages.ts";
import type { Tables } from "../tables.ts";

const ROWS = 500;

/** Makes passages of the messages that are there already. */
export async function indexMessages(db: Kysely<Tables>, engine: PassageEngine): Promise<void> {
  const passages = createMessagePassages(db, createPassages(db, engine));
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom("messages")
      .select(["order", "chat", "message_id as messageId", "edit", "direction"])
      .select(["author", "text", "at", "turn"])
      .where("order", ">", last)
      .orderBy("order")
      .limit(ROWS)
      .execute();
    for (const row of rows) await passages.put({ ...row, chat: toId(row.chat) });
    last = rows.at(-1)?.order ?? 0;
    if (rows.length < ROWS) return;
  }
}
