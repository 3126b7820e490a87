import { type Kysely, sql } from "kysely";
import type { ChatId } from "../../../kernel/ids.ts";
import type { PassageStore } from "../../search/passages.ts";
import { redactEvents, redactReplies } from "./redact-bodies.ts";
import { createMessagePassages } from "../messages/message-passages.ts";
import { fromJson } from "../json.ts";
import type { Tables } from "../tables.ts";

/** Posts in a chat that answer no message: reminders, command answers, plan progress. */
export interface PostFilter {
  readonly chat: ChatId;
  /** The job or plan that it was about; all where it is left out. */
  readonly about?: string | undefined;
}

/** Redacts these posts. */
export async function redactPosts(
  db: Kysely<Tables>,
  { chat, about }: PostFilter,
  passages: PassageStore,
): Promise<void> {
  const naming =
    about === undefined ? sql<boolean>`1 = 1` : sql<boolean>`body like ${`%${about}%`}`;
  const facts = await db
    .selectFrom("events")
    .select(["seq", "body"])
    .where("chat", "=", chat)
    .where("type", "=", "said")
    .where(naming)
    .execute();
  for (const { seq, body } of facts) {
    const said = fromJson<StoredPost>(body);
    if (about !== undefined && said.about !== about) continue;
    await redactEvents(db, sql<boolean>`chat = ${chat} and seq = ${seq}`);
    await eraseParts(db, { chat, said }, passages);
  }
}

interface StoredPost {
  readonly id: string;
  readonly about?: string;
  readonly reply: readonly unknown[];
}

/** Redacts posts in the outbox, and removes them from the message history. */
async function eraseParts(
  db: Kysely<Tables>,
  { chat, said }: { readonly chat: ChatId; readonly said: StoredPost },
  passages: PassageStore,
): Promise<void> {
  const ids = said.reply.map((_, position) => `${said.id}:${position}`);
  if (ids.length === 0) return;
  await redactReplies(db, sql<boolean>`id in (${sql.join(ids)})`);
  const sent = await db.selectFrom("outbox").select("receipt").where("id", "in", ids).execute();
  const kept = await db
    .deleteFrom("messages")
    .where("chat", "=", chat)
    .where("direction", "=", "out")
    .where("message_id", "in", [said.id, ...sent.flatMap(({ receipt }) => receipt ?? [])])
    .returning(["order"])
    .execute();
  await createMessagePassages(db, passages).remove(
    chat,
    kept.map(({ order }) => order),
  );
}
