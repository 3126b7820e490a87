import { type Kysely, sql } from "kysely";
import type { OutboxRow, OutboxStore } from "../outbox.ts";
import { fromJson } from "./json.ts";
import type { Tables } from "./tables.ts";

const COLUMNS = [
  "order",
  "id",
  "place",
  "turn",
  "position",
  "client_id as clientId",
  "body",
  "state",
  "attempts",
  "next_at as nextAt",
  "receipt",
] as const;

export function createOutbox(db: Kysely<Tables>): OutboxStore {
  /** The oldest waiting part of each place: the only one that may leave. */
  const heads = () =>
    db
      .selectFrom("outbox")
      .where(
        "order",
        "in",
        sql<number>`(select min("order") from outbox where state = 'waiting' group by place)`,
      );

  return {
    async add(rows) {
      if (rows.length === 0) return;
      await db
        .insertInto("outbox")
        .values(
          rows.map(({ clientId, nextAt, body, ...row }) => ({
            ...row,
            kind: "reply" as const,
            client_id: clientId,
            next_at: nextAt,
            body: JSON.stringify(body),
            state: "waiting" as const,
            attempts: 0,
            receipt: null,
          })),
        )
        .execute();
    },

    async due(now, limit) {
      const rows = await heads()
        .select(COLUMNS)
        .where("next_at", "<=", now)
        .orderBy("order")
        .limit(limit)
        .execute();
      return rows.map(toRow);
    },

    async nextDue() {
      const head = await heads()
        .select((row) => row.fn.min("next_at").as("next"))
        .executeTakeFirst();
      return head?.next ?? undefined;
    },

    async markSent(id, receipt) {
      await db.updateTable("outbox").set({ state: "sent", receipt }).where("id", "=", id).execute();
    },

    async markFailed(id, { attempts, nextAt, isDead }) {
      await db
        .updateTable("outbox")
        .set({ attempts, next_at: nextAt, state: isDead ? "dead" : "waiting" })
        .where("id", "=", id)
        .execute();
    },

    async ofTurn(turn) {
      const rows = await db
        .selectFrom("outbox")
        .select(COLUMNS)
        .where("turn", "=", turn)
        .orderBy("position")
        .execute();
      return rows.map(toRow);
    },
  };
}

function toRow({ body, ...row }: Omit<OutboxRow, "body"> & { readonly body: string }): OutboxRow {
  return { ...row, body: fromJson(body) };
}
