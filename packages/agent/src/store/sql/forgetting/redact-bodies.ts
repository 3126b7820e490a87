import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ChatEvent } from "../../../kernel/chat-event.ts";
import { isRecord } from "../../../kernel/text/json.ts";
import type { ChatId } from "../../../kernel/ids.ts";
import { fromJson } from "../json.ts";
import { changeEvents } from "../messages/events.ts";
import type { Tables } from "../tables.ts";

/** Replacement for erased text. */
export const FORGOTTEN = "[forgotten]";

/** Takes the words out of all that arrived in a chat and is answered. */
export async function redactInbox(db: Kysely<Tables>, chat: ChatId): Promise<void> {
  const rows = await db
    .selectFrom("inbox")
    .select(["id", "body"])
    .where("chat", "=", chat)
    .where("state", "not in", ["queued", "taken"])
    .execute();
  for (const { id, body } of rows)
    await db
      .updateTable("inbox")
      .set({ body: redactBody(body) })
      .where("id", "=", id)
      .execute();
}

/** Takes the words out of events; `which` finds their rows, in which others may be. */
export async function redactEvents(
  db: Kysely<Tables>,
  which: RawBuilder<boolean>,
  isMeant: (event: ChatEvent) => boolean,
): Promise<void> {
  await changeEvents(db, which, (event) => (isMeant(event) ? redactEvent(event) : event));
}

/** Takes the words out of the events of a chat that name an id. */
export async function redactEventsAbout(
  db: Kysely<Tables>,
  chat: ChatId,
  id: string,
): Promise<void> {
  const which = sql<boolean>`chat = ${chat} and body like ${`%${id}%`}`;
  await redactEvents(db, which, (event) => JSON.stringify(event).includes(id));
}

/** Takes the words out of replies that have left, or never will. */
export async function redactReplies(db: Kysely<Tables>, which: RawBuilder<boolean>) {
  const replies = await db
    .selectFrom("outbox")
    .select(["id", "body"])
    .where(which)
    .where("state", "<>", "waiting")
    .execute();
  for (const { id, body } of replies)
    await db
      .updateTable("outbox")
      .set({ body: redactBody(body) })
      .where("id", "=", id)
      .execute();
}

/** Redacts webhook deliveries about an erased item, since they are visible outside and can be sent again. */
export async function redactDeliveries(db: Kysely<Tables>, about: string) {
  const deliveries = await db
    .selectFrom("deliveries")
    .select(["id", "body"])
    .where("about", "=", about)
    .execute();
  for (const { id, body } of deliveries)
    await db
      .updateTable("deliveries")
      .set({ body: redactBody(body) })
      .where("id", "=", id)
      .execute();
}

/** Returns a stored message, event or reply without its text. */
export function redactBody(body: string): string {
  return JSON.stringify(withoutWords(fromJson<unknown>(body)));
}

function redactEvent(event: ChatEvent): ChatEvent;
function redactEvent(event: object): unknown {
  return withoutWords(event);
}

const WORDS = new Set(["text", "question", "summary", "reason", "preview", "title", "content"]);
const THINGS = new Set(["quote", "media"]);

function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([key]) => !THINGS.has(key));
  return Object.fromEntries(
    entries.map(([key, inner]) => {
      if (WORDS.has(key) && typeof inner === "string") return [key, FORGOTTEN];
      return [key, key === "args" ? {} : withoutWords(inner)];
    }),
  );
}
