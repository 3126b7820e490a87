import type { Kysely } from "kysely";
import type { SessionId } from "../../../kernel/ids.ts";
import type { PassageStore } from "../../search/passages.ts";
import type { Tables } from "../tables.ts";

/** Takes the words out of sessions with their passages. */
export async function redactSessions(
  db: Kysely<Tables>,
  sessions: readonly SessionId[],
  passages: PassageStore,
): Promise<number> {
  for (const id of sessions) {
    const chat = await db
      .selectFrom("sessions")
      .innerJoin("chats", "chats.id", "sessions.chat")
      .select(["chats.id", "chats.tenant", "chats.uid", "sessions.ended"])
      .where("sessions.id", "=", id)
      .executeTakeFirst();
    if (!chat) continue;
    const { tenant, uid: audience } = chat;
    await passages.remove({ tenant, audience, chat: chat.id, source: "session" }, id);
    await db
      .updateTable("sessions")
      .set((session) => ({
        frame: null,
        summary: session.case().when("summary", "is", null).then(null).else("").end(),
        recap: chat.ended === null ? null : "",
      }))
      .where("id", "=", id)
      .execute();
  }
  return sessions.length;
}
