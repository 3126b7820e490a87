import { type Kysely, sql } from "kysely";
import type { ChatEvent } from "../../../kernel/chat-event.ts";
import type { ChatId } from "../../../kernel/ids.ts";
import type { PassageStore } from "../../search/passages.ts";
import { redactEvents, redactReplies } from "./redact-bodies.ts";
import { createMessagePassages } from "../messages/message-passages.ts";
import { EVENT_COLUMNS, toEvents } from "../messages/events.ts";
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
  const isMeant = (event: ChatEvent): event is Post =>
    event.type === "said" && (about === undefined || event.about === about);
  const rows = await db
    .selectFrom("events")
    .select(EVENT_COLUMNS)
    .where("chat", "=", chat)
    .where("body", "like", '%"type":"said"%')
    .where(naming)
    .execute();
  for (const row of rows) {
    const posts = toEvents(row).filter(isMeant);
    if (posts.length === 0) continue;
    await redactEvents(db, sql<boolean>`chat = ${chat} and seq = ${row.seq}`, isMeant);
    for (const said of posts) await eraseParts(db, { chat, said }, passages);
  }
}

type Post = Extract<ChatEvent, { type: "said" }>;

/** Redacts posts in the outbox, and removes them from the message history. */
async function eraseParts(
  db: Kysely<Tables>,
  { chat, said }: { readonly chat: ChatId; readonly said: Post },
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
