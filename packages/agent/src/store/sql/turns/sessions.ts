import { type Kysely, sql } from "kysely";
import type { SessionId } from "../../../kernel/ids.ts";
import type { CountedTurn, PromptPrefix, SessionStore } from "../../turns/sessions.ts";
import { fromJson, labelFromJson } from "../json.ts";
import { prepareStatement } from "../prepare-statement.ts";
import type { Tables } from "../tables.ts";

export function createSessions(db: Kysely<Tables>): SessionStore {
  return {
    async start({ id, chat, startedAt, inheritance }) {
      await db
        .insertInto("sessions")
        .values({
          id,
          chat,
          generation: sql<number>`(select coalesce(max(generation), 0) + 1 from sessions where chat = ${chat})`,
          started: startedAt,
          summary: inheritance?.summary ?? null,
          summary_label: inheritance?.label ? JSON.stringify(inheritance.label) : null,
          carried: inheritance ? JSON.stringify(inheritance.carried) : null,
          turns: 0,
          messages: 0,
          input_tokens: 0,
          cached_tokens: 0,
          output_tokens: 0,
        })
        .execute();
    },

    async open(id) {
      const session = await OPEN.first(db, { id });
      if (!session) return undefined;
      const { frame, summary, carried, label, ...more } = session;
      return {
        frame: frame === null ? undefined : fromJson<PromptPrefix>(frame),
        inheritance:
          carried === null
            ? undefined
            : {
                summary: summary ?? "",
                carried: fromJson(carried),
                ...(label !== null && { label: labelFromJson(label) }),
              },
        ...more,
      };
    },

    async chatOf(id) {
      const session = await db
        .selectFrom("sessions")
        .select("chat")
        .where("id", "=", id)
        .executeTakeFirst();
      return session?.chat;
    },

    async setFrame(id, frame) {
      await db
        .updateTable("sessions")
        .set({ frame: JSON.stringify(frame) })
        .where("id", "=", id)
        .where("frame", "is", null)
        .execute();
    },

    async lastAt(id) {
      const session = await LAST_AT.first(db, { id });
      return session && Math.max(session.started, session.at ?? 0);
    },

    async withoutSummary(limit) {
      const sessions = await WITHOUT_RECAP.all(db, { limit });
      return sessions.map(({ id, chat, ended }) => ({ id, chat, endedAt: ended ?? 0 }));
    },

    async setSummary(id, recap) {
      await db.updateTable("sessions").set({ recap }).where("id", "=", id).execute();
    },

    async setMask(id, through) {
      await db
        .updateTable("sessions")
        .set({ masked_through: through })
        .where("id", "=", id)
        .execute();
    },

    async end(id, { endedAt, reason }) {
      await db
        .updateTable("sessions")
        .set({ ended: endedAt, reason })
        .where("id", "=", id)
        .where("ended", "is", null)
        .execute();
    },

    async count(id, ended) {
      await COUNT.run(db, { id, ...ended });
    },

    byId: (id) => allSessions(db).where("sessions.id", "=", id).executeTakeFirst(),

    list(limit, { tenant, before } = {}) {
      let query = allSessions(db)
        .orderBy("sessions.started", "desc")
        .orderBy("sessions.generation", "desc")
        .orderBy("sessions.id", "desc");
      if (tenant !== undefined)
        query = query.where("sessions.chat", "in", (row) =>
          row.selectFrom("chats").select("chats.id").where("chats.tenant", "=", tenant),
        );
      if (before) {
        const { startedAt, generation, id } = before;
        query = query.where(
          sql<boolean>`(sessions.started, sessions.generation, sessions.id) < (${startedAt}, ${generation}, ${id})`,
        );
      }
      return query.limit(limit).execute();
    },
  };
}

/** Read by the claim of a turn and again for its prompt; a session changes when its turns end. */
const OPEN = prepareStatement(
  (db, { id }: { id: SessionId }) =>
    db
      .selectFrom("sessions")
      .leftJoin("sessions as before", (join) =>
        join
          .onRef("before.chat", "=", "sessions.chat")
          .on(sql<boolean>`before.generation = sessions.generation - 1`),
      )
      .select(["sessions.frame", "sessions.summary", "sessions.carried"])
      .select("sessions.summary_label as label")
      .select(["sessions.masked_through as maskedThrough", "sessions.generation"])
      .select(["sessions.started as startedAt", "before.reason as follows"])
      .where("sessions.id", "=", id),
  ["sessions"],
);

const LAST_AT = prepareStatement((db, { id }: { id: SessionId }) =>
  db
    .selectFrom("sessions")
    .select([
      "started",
      (row) =>
        row
          .selectFrom("turns")
          .select((turn) => turn.fn.max(turn.fn.coalesce("ended", "turns.started")).as("at"))
          .whereRef("turns.session", "=", "sessions.id")
          .as("at"),
    ])
    .where("id", "=", id),
);

const WITHOUT_RECAP = prepareStatement((db, { limit }: { limit: number }) =>
  db
    .selectFrom("sessions")
    .select(["id", "chat", "ended"])
    .where("ended", "is not", null)
    .where("reason", "in", ["new", "daily", "idle", "agent"])
    .where("recap", "is", null)
    .where("turns", ">", 0)
    .where((session) =>
      session.not(
        session.exists(
          session
            .selectFrom("turns")
            .select("turns.id")
            .whereRef("turns.session", "=", "sessions.id")
            .where("turns.state", "=", "running"),
        ),
      ),
    )
    .orderBy("ended")
    .limit(limit),
);

const COUNT = prepareStatement((db, { id, turn, messages }: CountedTurn & { id: SessionId }) =>
  db
    .updateTable("sessions")
    .from((spent) =>
      spent
        .selectFrom("usage")
        .select((usage) => [
          usage.fn.coalesce(usage.fn.sum<number>("input_tokens"), sql.lit(0)).as("input"),
          usage.fn.coalesce(usage.fn.sum<number>("cached_tokens"), sql.lit(0)).as("cached"),
          usage.fn.coalesce(usage.fn.sum<number>("output_tokens"), sql.lit(0)).as("output"),
        ])
        .where("turn", "=", turn)
        .as("spent"),
    )
    .set((session) => ({
      turns: session("turns", "+", 1),
      messages: session("messages", "+", messages),
      input_tokens: session("sessions.input_tokens", "+", session.ref("spent.input")),
      cached_tokens: session("sessions.cached_tokens", "+", session.ref("spent.cached")),
      output_tokens: session("sessions.output_tokens", "+", session.ref("spent.output")),
    }))
    .where("id", "=", id),
);

function allSessions(db: Kysely<Tables>) {
  return db
    .selectFrom("sessions")
    .select(["sessions.id", "sessions.chat", "sessions.generation"])
    .select(["sessions.started as startedAt", "sessions.ended as endedAt", "sessions.reason"])
    .select(["sessions.turns", "sessions.messages", "sessions.input_tokens as inputTokens"])
    .select(["sessions.cached_tokens as cachedTokens", "sessions.output_tokens as outputTokens"]);
}
