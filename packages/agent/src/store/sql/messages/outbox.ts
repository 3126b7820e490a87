import { type Kysely, type Selectable, sql } from "kysely";
import type { ChatId } from "../../../kernel/ids.ts";
import type { ReplyPart } from "../../../kernel/reply.ts";
import type { DueReply, OutboxRow, OutboxStore } from "../../messages/outbox.ts";
import { fromJson } from "../json.ts";
import { CHAT_COLUMNS } from "./chats.ts";
import { isPostponed } from "./is-postponed.ts";
import { prepareStatement } from "../prepare-statement.ts";
import type { Tables } from "../tables.ts";

const COLUMNS = [
  "order",
  "id",
  "chat",
  "turn",
  "position",
  "client_id as clientId",
  "body",
  "state",
  "attempts",
  "outages",
  "created as createdAt",
  "next_at as nextAt",
  "receipt",
  "reason",
  "held_since as heldSince",
] as const;

export function createOutbox(db: Kysely<Tables>): OutboxStore {
  return {
    async add(rows) {
      for (const { id, chat, turn, position, clientId, nextAt, body } of rows)
        await ADD.run(db, {
          id,
          chat,
          turn,
          position,
          client_id: clientId === id ? null : clientId,
          next_at: nextAt,
          created: nextAt,
          body: JSON.stringify(body),
        });
    },

    async byId(id) {
      const row = await db
        .selectFrom("outbox")
        .select(COLUMNS)
        .where("id", "=", id)
        .executeTakeFirst();
      return row && toRow(row);
    },

    async isKnown(id) {
      const row = await db
        .selectFrom("outbox")
        .select("id")
        .where("id", "=", id)
        .executeTakeFirst();
      return row !== undefined;
    },

    async due(now, limit, running = []) {
      const heads = await HEADS.all(db, { now, limit: limit + 1, running });
      const due = heads.filter(({ nextAt }) => nextAt <= now).slice(0, limit);
      return { due: due.map(toDue), nextAt: heads[due.length]?.nextAt };
    },

    async markSent(id, receipt, { isInHistory } = { isInHistory: false }) {
      const body = isInHistory ? JSON.stringify(IN_HISTORY) : null;
      const sent = await MARK_SENT.first(db, { id, receipt, body });
      return { isLast: sent?.next === null };
    },

    async markFailed(id, { attempts, outages, nextAt, isDead, reason }) {
      await db
        .updateTable("outbox")
        .set({ attempts, outages, next_at: nextAt, reason, state: isDead ? "dead" : "waiting" })
        .where("id", "=", id)
        .where("state", "=", "waiting")
        .execute();
    },

    async abandon(chat, reason) {
      await db
        .updateTable("outbox")
        .set({ state: "dropped", reason })
        .where("chat", "=", chat)
        .where("state", "=", "waiting")
        .execute();
    },

    async postpone({ id, chat }, { now, nextAt, reason }) {
      await db
        .updateTable("outbox")
        .set({ next_at: nextAt, reason })
        .where("id", "=", id)
        .where("state", "=", "waiting")
        .execute();
      await db
        .updateTable("outbox")
        .set({ held_since: now })
        .where("chat", "=", chat)
        .where("state", "=", "waiting")
        .where("held_since", "is", null)
        .execute();
    },

    async retryNow(chat, now) {
      const [later] = await LATER.all(db, { chat, now });
      if (!later) return false;
      await db
        .updateTable("outbox")
        .set({
          next_at: sql<number>`case when next_at > ${now} then ${now} else next_at end`,
          held_since: null,
        })
        .where("chat", "=", chat)
        .where("state", "=", "waiting")
        .execute();
      return true;
    },

    async dead(tenant, limit) {
      const rows = await db
        .selectFrom("outbox")
        .innerJoin("chats", "chats.id", "outbox.chat")
        .select(COLUMNS.map((column) => `outbox.${column}` as const))
        .select(["chats.channel", "chats.external_id as externalId"])
        .where("state", "=", "dead")
        .where("chats.tenant", "=", tenant)
        .orderBy("outbox.order")
        .limit(limit)
        .execute();
      return rows.map(toRow);
    },

    async retryDead(id, now) {
      const { numUpdatedRows } = await db
        .updateTable("outbox")
        .set({
          state: "waiting",
          attempts: 0,
          outages: 0,
          created: now,
          next_at: now,
          held_since: null,
        })
        .where("id", "=", id)
        .where("state", "=", "dead")
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async drop(id) {
      const { numUpdatedRows } = await db
        .updateTable("outbox")
        .set({ state: "dropped" })
        .where("id", "=", id)
        .where("state", "=", "dead")
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async ofTurn(turn) {
      const rows = await db
        .selectFrom("outbox")
        .select(COLUMNS)
        .select((part) =>
          part
            .selectFrom("messages")
            .select("messages.text")
            .whereRef("messages.chat", "=", "outbox.chat")
            .where("messages.direction", "=", "out")
            .whereRef("messages.message_id", "=", "outbox.receipt")
            .where("messages.edit", "=", 0)
            .as("said"),
        )
        .where("turn", "=", turn)
        .orderBy("position")
        .execute();
      return rows.map(({ said, ...row }) => {
        const isInHistory = row.state === "sent" && row.body === JSON.stringify(IN_HISTORY);
        const part = toRow(row);
        return isInHistory ? { ...part, body: { ...IN_HISTORY, text: said ?? "" } } : part;
      });
    },
  };
}

type NewPart = Pick<
  Selectable<Tables["outbox"]>,
  "id" | "chat" | "turn" | "position" | "client_id" | "next_at" | "created" | "body"
>;

const ADD = prepareStatement((db, part: NewPart) =>
  db.insertInto("outbox").values({
    ...part,
    kind: "reply",
    state: "waiting",
    attempts: 0,
    outages: 0,
    receipt: null,
    reason: null,
    held_since: null,
  }),
);

interface HeadsQuery {
  readonly now: number;
  readonly limit: number;
  readonly running: readonly string[];
}

/**
 * Selects the oldest waiting part of each chat, the only one that may leave: first those whose time has
 * come, oldest first, and then the others, soonest first.
 */
const HEADS = prepareStatement((db, { now, limit, running }: HeadsQuery) =>
  db
    .selectFrom("outbox")
    .innerJoin("chats", "chats.id", "outbox.chat")
    .select(COLUMNS.map((column) => `outbox.${column}` as const))
    .select(CHAT_COLUMNS)
    .where(
      "order",
      "in",
      sql<number>`(select min("order") from outbox where state = 'waiting' group by chat)`,
    )
    .$if(running.length > 0, (heads) => heads.where("outbox.id", "not in", running))
    .orderBy((head) =>
      head
        .case()
        .when("outbox.next_at", ">", now)
        .then(head.ref("outbox.next_at"))
        .else(sql.lit(0))
        .end(),
    )
    .orderBy("order")
    .limit(limit),
);

/** Runs with each message of a push channel, and rarely finds a row. */
const LATER = prepareStatement((db, { chat, now }: { chat: ChatId; now: number }) =>
  db.selectFrom("outbox").select("id").where("chat", "=", chat).where(isPostponed(now)).limit(1),
);

/** Body of a part whose text is in the history. */
const IN_HISTORY: ReplyPart = { type: "text", text: "" };

const MARK_SENT = prepareStatement(
  (
    db,
    { id, receipt, body }: Pick<OutboxRow, "id" | "receipt"> & { readonly body: string | null },
  ) =>
    db
      .updateTable("outbox")
      .set((part) => ({
        state: "sent",
        receipt,
        reason: null,
        body: part.fn.coalesce(part.cast<string>(part.val(body), "text"), "body"),
      }))
      .where("id", "=", id)
      .returning(
        sql<
          string | null
        >`(select other.id from outbox other where other.chat = outbox.chat and other.state = 'waiting' and other.id <> ${id} limit 1)`.as(
          "next",
        ),
      ),
);

function toDue({
  tenant,
  uid,
  channel,
  externalId,
  kind,
  mode,
  maxSteps,
  sessionId,
  agent,
  language,
  policy,
  verbose,
  fence,
  epoch,
  leaseOwner,
  ...row
}: Awaited<ReturnType<typeof HEADS.all>>[number]): DueReply {
  const address = { id: row.chat, tenant, uid, channel, externalId, kind };
  const settings = { mode, maxSteps, agent, language, policy, verbose };
  return { ...toRow(row), to: { ...address, ...settings, sessionId, fence, epoch, leaseOwner } };
}

interface StoredPart {
  readonly id: string;
  readonly clientId: string | null;
  readonly body: string;
}

function toRow<Row extends StoredPart>({ body, clientId, ...row }: Row) {
  return { ...row, clientId: clientId ?? row.id, body: fromJson<ReplyPart>(body) };
}
