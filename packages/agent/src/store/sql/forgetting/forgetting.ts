import { type Kysely, sql } from "kysely";
import type { ErasurePlan, Forgetting, ForgettingStore, ErasureScope } from "../../forgetting.ts";
import { toId } from "../../../kernel/ids.ts";
import type { MessageStore } from "../../messages/messages.ts";
import type { PassageStore } from "../../search/passages.ts";
import { redactSessions } from "./redact-sessions.ts";
import { eraseMessages } from "./erase-messages.ts";
import { erasePerson } from "./erase-person.ts";
import { fromJson } from "../json.ts";
import { removeFacts } from "../search/remove-facts.ts";
import { filtersOf, formsOf, redactRows } from "./redact-rows.ts";
import { inChats } from "./redactable-tables.ts";
import { redactMemory } from "./redact-memory.ts";
import { prepareStatement } from "../prepare-statement.ts";
import type { Tables } from "../tables.ts";
import type { AccessOptions } from "../people/tokens.ts";

/** Tables whose ids stand in texts and in stored JSON. */
const WITH_IDS = [
  "people",
  "chats",
  "sessions",
  "inbox",
  "turns",
  "calls",
  "approvals",
  "outbox",
  "jobs",
  "plans",
  "facts",
  "notes",
  "tasks",
  "readings",
  "images",
  "attachments",
  "memory_changes",
  "deliveries",
  "tokens",
] as const;

/** Maximum number of ids in one statement. */
const CHUNK = 500;

export interface ForgettingOptions extends AccessOptions {
  readonly passages: PassageStore;
  readonly messages: Pick<MessageStore, "index">;
}

export function createForgetting(
  db: Kysely<Tables>,
  { passages, messages: history, onAccess }: ForgettingOptions,
): ForgettingStore {
  /** A message becomes searchable under the settings that it was sent under, and in its own words. */
  const afterIndexing =
    <Args extends readonly unknown[], Done>(work: (...args: Args) => Promise<Done>) =>
    async (...args: Args): Promise<Done> => {
      await history.index();
      return work(...args);
    };

  const rise = async () => {
    await db
      .updateTable("forgetting_revision")
      .set((revision) => ({ n: revision("n", "+", 1) }))
      .execute();
  };

  const messages = () =>
    db
      .selectFrom("messages")
      .innerJoin("chats", "chats.id", "messages.chat")
      .leftJoin("inbox", (join) =>
        join
          .onRef("inbox.chat", "=", "messages.chat")
          .onRef("inbox.message_id", "=", "messages.message_id")
          .onRef("inbox.edit", "=", "messages.edit")
          .on("messages.direction", "=", "in"),
      )
      .select(["messages.order", "messages.chat", "messages.message_id as messageId"])
      .select(["messages.direction", "messages.author", "messages.text", "messages.at"])
      .select(["chats.tenant", "chats.uid as audience"])
      .select((row) => row.fn.coalesce("inbox.turn", "messages.turn").as("turn"))
      .orderBy("messages.order");

  const forgettings = () =>
    db
      .selectFrom("forgettings")
      .select(["id", "tenant", "person", "at", "kind", "rows", "turn", "state"]);

  return {
    async passagesWith({ tenant, audiences }, words, limit) {
      if (words.length === 0 || audiences.length === 0) return [];
      const rows = await db
        .selectFrom("passages")
        .innerJoin("scopes", "scopes.id", "passages.scope")
        .select("passages.id")
        .where("scopes.tenant", "=", tenant)
        .where("scopes.audience", "in", audiences)
        .where((row) => row.and(words.map((word) => holds("passages.text", word))))
        .orderBy("passages.id")
        .limit(limit)
        .execute();
      return passages.byIds(rows.map(({ id }) => id));
    },

    async passagesNamed(tenant, ref) {
      const rows = await db
        .selectFrom("passages")
        .innerJoin("scopes", "scopes.id", "passages.scope")
        .select("passages.id")
        .where("scopes.tenant", "=", tenant)
        .where("passages.ref", "=", ref)
        .execute();
      return passages.byIds(rows.map(({ id }) => id));
    },

    async messages(orders) {
      if (orders.length === 0) return [];
      return messages().where("messages.order", "in", orders).execute();
    },

    versionsOf: (chat, messageId) =>
      messages()
        .where("messages.chat", "=", chat)
        .where("messages.message_id", "=", messageId)
        .execute(),

    saidIn: (session) =>
      messages()
        .innerJoin("turns", (join) =>
          join.onRef("turns.id", "=", (row) => row.fn.coalesce("inbox.turn", "messages.turn")),
        )
        .where("turns.session", "=", session)
        .execute(),

    saidBy: ({ tenant, person }, { after, limit }) =>
      messages()
        .where("messages.order", ">", after)
        .where("chats.tenant", "=", tenant)
        .where((row) =>
          row.or([row("messages.author", "=", person), row("chats.uid", "=", person)]),
        )
        .limit(limit)
        .execute(),

    olderThan: (chat, before, limit) =>
      messages()
        .where("messages.chat", "=", chat)
        .where("messages.at", "<", before)
        .limit(limit)
        .execute(),

    beforeSession: (session, limit) =>
      messages()
        .innerJoin("sessions", (join) =>
          join.onRef("sessions.chat", "=", "messages.chat").on("sessions.id", "=", session),
        )
        .leftJoin("turns", (join) =>
          join.onRef("turns.id", "=", (row) => row.fn.coalesce("inbox.turn", "messages.turn")),
        )
        .where((row) =>
          row.or([
            row("turns.session", "<>", session),
            row.and([
              row("turns.id", "is", null),
              row("messages.at", "<", row.ref("sessions.started")),
              row.or([
                row("inbox.state", "is", null),
                row("inbox.state", "not in", ["queued", "taken"]),
              ]),
            ]),
          ]),
        )
        .limit(limit)
        .execute(),

    async sessionsBefore(chat, before, limit) {
      const rows = await db
        .selectFrom("sessions")
        .select("id")
        .where("chat", "=", chat)
        .where("ended", "<", before)
        .where((row) =>
          row.or([row("frame", "is not", null), row("summary", "<>", ""), row("recap", "<>", "")]),
        )
        .orderBy("ended")
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    async turnOf(call) {
      const row = await db
        .selectFrom("calls")
        .select("turn")
        .where("id", "=", toId<"call">(call))
        .executeTakeFirst();
      return row?.turn;
    },

    async askingTurns(reach) {
      const rows = await sql<{ turn: Forgetting["turn"] }>`
        select distinct turn from calls where tool = 'memory_forget' and turn in (
          select id from turns where ${inChats(reach)})`.execute(db);
      return rows.rows.flatMap(({ turn }) => turn ?? []);
    },

    async saidByOthers(reach, words, { except, limit }) {
      if (words?.length === 0) return [];
      const texts: string[] = [];
      for (const filter of filtersOf(["messages.text"], words)) {
        const rows = await messages()
          .clearOrderBy()
          .orderBy("messages.order", "desc")
          .where("messages.direction", "=", "in")
          .where("chats.tenant", "=", reach.tenant)
          .where("chats.uid", "in", reach.audiences)
          .where(filter)
          .limit(limit)
          .execute();
        const others = rows.filter(
          ({ order, turn }) =>
            !except.orders.includes(order) && !(turn !== null && except.turns.includes(turn)),
        );
        texts.push(...others.map(({ text }) => text));
      }
      return texts;
    },

    async isOwnId(word) {
      const found = WITH_IDS.map(
        (table) => sql`select 1 from ${sql.table(table)} where id = ${word}`,
      );
      const { rows } = await sql`${sql.join(found, sql` union all `)} limit 1`.execute(db);
      return rows.length > 0;
    },

    countOthers: (reach, phrase, except) => countOthers(db, reach, { phrase, except }),

    async factsFrom(chat, messageIds) {
      if (messageIds.length === 0) return [];
      const rows = await db
        .selectFrom("fact_evidence")
        .select("fact")
        .distinct()
        .where("chat", "=", chat)
        .where("message", "in", messageIds)
        .execute();
      return rows.map(({ fact }) => fact);
    },

    removeFacts: (ids) => removeFacts(db, ids, passages),
    removeMessages: afterIndexing((gone, { turns }) =>
      eraseMessages(db, gone, { passages, turns }),
    ),
    emptySessions: (ids) => redactSessions(db, ids, passages),
    sweep: afterIndexing(async (reach, redaction) => {
      await rise();
      if (reach.audiences.length === 0) return 0;
      const rows = await redactRows(db, reach, redaction);
      return rows + (await redactMemory(db, reach, { redaction, passages }));
    }),
    async removeImages(chat, before, limit) {
      let rows = 0;
      for (const table of ["images", "attachments"] as const) {
        const removed = await sql`
          delete from ${sql.table(table)} where id in (
            select ${sql.table(table)}.id from ${sql.table(table)}
            join inbox on inbox.id = message
            where inbox.chat = ${chat} and inbox.received < ${before} limit ${limit})`.execute(db);
        rows += Number(removed.numAffectedRows ?? 0);
      }
      return rows;
    },
    removePerson: afterIndexing(async (person) => {
      const rows = await erasePerson(db, person, passages);
      onAccess?.();
      return rows;
    }),

    async sessionsOf(reach, turns) {
      const rows = await db.selectFrom("sessions").select("id").where(inChats(reach)).execute();
      const sessions = new Set(rows.map(({ id }) => id));
      for (let at = 0; at < turns.length; at += CHUNK) {
        const others = await db
          .selectFrom("turns")
          .select("session")
          .distinct()
          .where("id", "in", turns.slice(at, at + CHUNK))
          .execute();
        for (const { session } of others) sessions.add(session);
      }
      return [...sessions];
    },

    async archiveOf(chat) {
      const row = await db
        .selectFrom("chats")
        .select("archive")
        .where("id", "=", chat)
        .executeTakeFirst();
      return row?.archive ?? "on";
    },

    setArchive: afterIndexing(async (chat, archive) => {
      await db.updateTable("chats").set({ archive }).where("id", "=", chat).execute();
    }),

    byId: (id) => forgettings().where("id", "=", id).executeTakeFirst(),

    async start(forgetting, plan) {
      await rise();
      await db
        .insertInto("forgettings")
        .values({ ...forgetting, state: "erasing", plan: JSON.stringify(plan) })
        .onConflict((conflict) =>
          conflict
            .column("id")
            .doUpdateSet({ rows: forgetting.rows, state: "erasing", plan: JSON.stringify(plan) }),
        )
        .execute();
    },

    async unfinished() {
      const rows = await forgettings()
        .select("plan")
        .where("state", "=", "erasing")
        .orderBy("at")
        .orderBy("id")
        .execute();
      return rows.map(({ plan, ...row }) => ({
        ...row,
        plan: plan === null ? undefined : fromJson<ErasurePlan>(plan),
      }));
    },

    async dropPlan(id) {
      await db.updateTable("forgettings").set({ plan: null }).where("id", "=", id).execute();
    },

    async finish(id) {
      await db
        .updateTable("forgettings")
        .set({ state: "done", plan: null })
        .where("id", "=", id)
        .execute();
    },

    async count() {
      const row = await db
        .selectFrom("forgettings")
        .select(({ fn }) => fn.countAll().as("count"))
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },

    async revision() {
      return (await REVISION.one(db, {})).n;
    },

    list: (tenant, limit) =>
      forgettings().where("tenant", "=", tenant).orderBy("at", "desc").limit(limit).execute(),
  };
}

function holds(column: "passages.text" | "messages.text" | "facts.text", word: string) {
  const likes = formsOf(word.toLowerCase()).map(
    (form) => sql`lower(${sql.ref(column)}) like ${`%${escapeLike(form)}%`} escape '\\'`,
  );
  return sql<boolean>`(${sql.join(likes, sql` or `)})`;
}

async function countOthers(
  db: Kysely<Tables>,
  reach: ErasureScope,
  {
    phrase,
    except,
  }: { readonly phrase: string; readonly except: Parameters<ForgettingStore["countOthers"]>[2] },
): Promise<number> {
  const { tenant, audiences } = reach;
  const said = await db
    .selectFrom("messages")
    .leftJoin("inbox", (join) =>
      join
        .onRef("inbox.chat", "=", "messages.chat")
        .onRef("inbox.message_id", "=", "messages.message_id"),
    )
    .select(["messages.order", "inbox.turn"])
    .where(holds("messages.text", phrase))
    .where("messages.direction", "=", "in")
    .where(
      sql<boolean>`messages.chat in (
        select id from chats where tenant = ${tenant} and uid in (${sql.join(audiences)}))`,
    )
    .execute();
  const others = said.filter(
    ({ order, turn }) =>
      !except.orders.includes(order) && !(turn !== null && except.turns.includes(turn)),
  );
  const notes = await db
    .selectFrom("passages")
    .innerJoin("scopes", "scopes.id", "passages.scope")
    .select("passages.ref")
    .where("scopes.tenant", "=", tenant)
    .where("scopes.audience", "in", audiences)
    .where("scopes.source", "=", "note")
    .where(holds("passages.text", phrase))
    .execute();
  const facts = await db
    .selectFrom("facts")
    .select("id")
    .where("tenant", "=", tenant)
    .where("audience", "in", audiences)
    .where(holds("facts.text", phrase))
    .execute();
  return (
    new Set(others.map(({ order }) => order)).size +
    notes.filter(({ ref }) => !except.notes.includes(ref)).length +
    facts.filter(({ id }) => !except.facts.includes(id)).length
  );
}

/** `%` and `_` would match anything. */
function escapeLike(word: string): string {
  return word.replaceAll(/[%_\\]/g, "\\$&");
}

const REVISION = prepareStatement(
  (db) => db.selectFrom("forgetting_revision").select("n"),
  ["forgetting_revision"],
);
