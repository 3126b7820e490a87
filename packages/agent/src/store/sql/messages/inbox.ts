import { type Kysely, type Selectable, sql } from "kysely";
import type { InboxId, ChatId, TurnId } from "../../../kernel/ids.ts";
import type { InboxRow, InboxState, InboxStore } from "../../messages/inbox.ts";
import { fromJson, labelFromJson } from "../json.ts";
import { prepareStatement } from "../prepare-statement.ts";
import type { Tables } from "../tables.ts";

const COLUMNS = [
  "id",
  "chat",
  "message_id as messageId",
  "edit",
  "author",
  "body",
  "label",
  "state",
  "turn",
  "reason",
  "shown",
  "received as receivedAt",
  "trace",
  "due",
  "over",
] as const;

export function createInbox(db: Kysely<Tables>): InboxStore {
  const rows = () => rowsIn(db);

  return {
    async add({ messageId, body, label, receivedAt, trace, dueAt, countedAt, ...row }) {
      // Without "returning", for which SQLite would look through all tables that refer to messages.
      const added = await ADD.run(db, {
        id: row.id,
        chat: row.chat,
        message_id: messageId,
        edit: row.edit,
        author: row.author,
        kind: body.kind,
        body: JSON.stringify(body),
        label: JSON.stringify(label),
        state: row.state,
        reason: row.reason,
        received: receivedAt,
        trace: trace ?? row.id,
        due: dueAt ?? 0,
        over: row.over ?? null,
        counted: countedAt ?? null,
      });
      return added === 1;
    },

    async byId(id) {
      const row = await BY_ID.first(db, { id });
      return row && toRow(row);
    },

    async byMessage(chat, messageId, edit) {
      const row = await BY_MESSAGE.first(db, { chat, messageId, edit });
      return row && toRow(row);
    },

    async versionBefore(chat, { id, edit }) {
      const row = await rows()
        .where("chat", "=", chat)
        .where("message_id", "=", id)
        .where("edit", "<", edit)
        .orderBy("edit", "desc")
        .limit(1)
        .executeTakeFirst();
      return row && toRow(row);
    },

    async find(text) {
      const found = await rows()
        .where((row) =>
          row.or([
            row(sql<string>`id`, "=", text),
            // Messages are found in their chats: an index of ids alone costs a page for each message.
            row("message_id", "=", text).and("chat", "in", db.selectFrom("chats").select("id")),
          ]),
        )
        .orderBy("order", "desc")
        .execute();
      return found.map(toRow);
    },

    async newest() {
      const row = await rows().orderBy("order", "desc").limit(1).executeTakeFirst();
      return row && toRow(row);
    },

    async queued(chat, dueBy) {
      const queued = await QUEUED.all(db, { chat, dueBy: dueBy ?? Number.MAX_SAFE_INTEGER });
      return queued.map(toRow);
    },

    async openInGroups(author, channel) {
      const open = await rows()
        .where("chat", "in", (group) =>
          group
            .selectFrom("chats")
            .select("chats.id")
            .where("chats.channel", "=", channel)
            .where("chats.kind", "!=", "direct"),
        )
        .where(IS_OPEN)
        .where("author", "=", author)
        .orderBy("order")
        .execute();
      return open.map(toRow);
    },

    async ofTurn(turn) {
      return (await OF_TURN.all(db, { turn })).map(toRow);
    },

    async setBody(id, body) {
      await db
        .updateTable("inbox")
        .set({ body: JSON.stringify(body) })
        .where("id", "=", id)
        .execute();
    },

    async postpone(id, dueAt) {
      await db.updateTable("inbox").set({ due: dueAt }).where("id", "=", id).execute();
    },

    async take(ids, turn) {
      if (ids.length === 0) return;
      await TAKE.run(db, { ids, turn });
    },

    async requeue(turn) {
      await db
        .updateTable("inbox")
        .set({ state: "queued", turn: null, shown: 1 })
        .where("turn", "=", turn)
        .where("state", "=", "taken")
        .where("kind", "=", "message")
        .execute();
    },

    async forgetShown(chat) {
      await db
        .updateTable("inbox")
        .set({ shown: 0 })
        .where("chat", "=", chat)
        .where(IS_OPEN)
        .where("state", "=", "queued")
        .execute();
    },

    async end(ids, state, reason) {
      if (ids.length === 0) return;
      await END.run(db, { ids, state, reason: reason ?? null });
    },

    async withdrawEarlier(chat, { id, edit }) {
      const { numUpdatedRows } = await db
        .updateTable("inbox")
        .set({ state: "withdrawn", reason: "edited" })
        .where("chat", "=", chat)
        .where("message_id", "=", id)
        .where("edit", "<", edit)
        .where("state", "=", "queued")
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    async notedAs(chat, reason) {
      const noted = await rows()
        .where("chat", "=", chat)
        .where("state", "=", "noted")
        .where("reason", "=", reason)
        .orderBy("order")
        .execute();
      return noted.map(toRow);
    },

    async admitStranger(chat, role) {
      const newest = await rows()
        .where("chat", "=", chat)
        .where("state", "=", "ignored")
        .where("reason", "=", "stranger")
        .orderBy("order", "desc")
        .limit(1)
        .executeTakeFirst();
      const body = newest && toRow(newest).body;
      // A command of a stranger is not carried out later.
      if (!newest || body?.kind !== "message" || body.text.startsWith("/")) return false;
      await db
        .updateTable("inbox")
        .set({ state: "queued", reason: null, body: JSON.stringify({ ...body, role }) })
        .where("id", "=", newest.id)
        .execute();
      return true;
    },

    async release(chat, { from, to, queue }) {
      const noted = db
        .updateTable("inbox")
        .where("chat", "=", chat)
        .where("state", "=", "noted")
        .where("reason", "=", from);
      if (queue !== undefined)
        await noted.set({ state: "queued", reason: null }).where("id", "=", queue).execute();
      await noted.set({ reason: to }).execute();
    },

    async hasWritten(chat, author) {
      const row = await db
        .selectFrom("inbox")
        .select("id")
        .where("chat", "=", chat)
        .where("author", "=", author)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    async count() {
      const counts = await db
        .selectFrom("inbox")
        .select(["state", (row) => row.fn.countAll<number>().as("rows")])
        .groupBy("state")
        .execute();
      const byState: Partial<Record<InboxState, number>> = {};
      for (const { state, rows: count } of counts) byState[state] = count;
      return byState;
    },
  };
}

function rowsIn(db: Kysely<Tables>) {
  return db.selectFrom("inbox").select(COLUMNS);
}

const BY_ID = prepareStatement((db, { id }: { id: InboxId }) => rowsIn(db).where("id", "=", id));

const ADD = prepareStatement(
  (db, row: Omit<Selectable<Tables["inbox"]>, "order" | "turn" | "shown">) =>
    db
      .insertInto("inbox")
      .values({ ...row, turn: null, shown: 0 })
      .onConflict((conflict) => conflict.doNothing()),
);

const BY_MESSAGE = prepareStatement(
  (db, { chat, messageId, edit }: { chat: ChatId; messageId: string; edit: number }) =>
    rowsIn(db)
      .where("chat", "=", chat)
      .where("message_id", "=", messageId)
      .where("edit", "=", edit),
);

const QUEUED = prepareStatement((db, { chat, dueBy }: { chat: ChatId; dueBy: number }) =>
  rowsIn(db)
    .where("chat", "=", chat)
    .where(IS_OPEN)
    .where("state", "=", "queued")
    .where("due", "<=", dueBy)
    .orderBy("order"),
);

const OF_TURN = prepareStatement((db, { turn }: { turn: TurnId }) =>
  rowsIn(db).where("turn", "=", turn).orderBy("order"),
);

const TAKE = prepareStatement((db, { ids, turn }: { ids: readonly InboxId[]; turn: TurnId }) =>
  db
    .updateTable("inbox")
    .set({ state: "taken", turn })
    .where("id", "in", ids)
    .where("state", "=", "queued"),
);

const END = prepareStatement(
  (
    db,
    { ids, state, reason }: { ids: readonly InboxId[]; state: InboxState; reason: string | null },
  ) =>
    db
      .updateTable("inbox")
      .set({ state, reason })
      .where("id", "in", ids)
      .where("state", "in", ["queued", "taken"]),
);

type Selected = Omit<InboxRow, "body" | "label" | "isShown" | "dueAt" | "over"> & {
  readonly body: string;
  readonly label: string;
  readonly shown: number;
  readonly due: number;
  readonly over: string | null;
};

function toRow({ body, label, shown, due, over, ...row }: Selected): InboxRow {
  return {
    ...row,
    body: fromJson(body),
    label: labelFromJson(label),
    isShown: shown === 1,
    ...(due > 0 && { dueAt: due }),
    ...(over !== null && { over }),
  };
}

/** Condition of the index of open messages: only the same text makes the engine use it. */
const IS_OPEN = sql<boolean>`state in ('queued', 'taken')`;
