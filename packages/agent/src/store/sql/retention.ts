import { type Kysely, type RawBuilder, sql } from "kysely";
import type { TurnId } from "../../kernel/ids.ts";
import { TERMINAL_STATES } from "../messages/inbox.ts";
import type { OldRowKind, RetentionStore, RowKey } from "../retention.ts";
import { fromJson } from "./json.ts";
import type { Tables } from "./tables.ts";
import { lastDay } from "./utc-day.ts";

export function createRetention(db: Kysely<Tables>): RetentionStore {
  return {
    async finishedTurns(before, { after, limit }) {
      const { rows } = await sql<{ turn: TurnId; order: number }>`
        select turns.id as turn, turns."order" from turns
          join sessions on sessions.id = turns.session
        where turns."order" > ${after} and turns.state <> 'running' and sessions.ended < ${before}
          and (turns.learn is null or turns.learn <> 'waiting') and not (${isToSummarize()})
          and not exists (select 1 from approvals join calls on calls.id = approvals.call
            where calls.turn = turns.id and (approvals.state = 'pending' or approvals.closed = 0))
          and (${hasRows()})
        order by turns."order" limit ${limit}`.execute(db);
      const carried = await carriedTurns(db);
      return {
        turns: rows.flatMap(({ turn }) => (carried.has(turn) ? [] : turn)),
        last: rows.length === limit ? rows.at(-1)?.order : undefined,
      };
    },

    async removeFromTurn(turn, limit) {
      let left = limit;
      for (const remove of OF_TURN) {
        if (left <= 0) break;
        const { numAffectedRows } = await remove(turn, left).execute(db);
        left -= Number(numAffectedRows ?? 0);
      }
      return limit - left;
    },

    async oldEvents(chat, before, { after, limit }) {
      const rows = await db
        .selectFrom("events")
        .leftJoin("turns", "turns.id", "events.turn")
        .select(["events.seq", "events.at", "turns.state"])
        .where("events.chat", "=", chat)
        .where("events.seq", ">", after)
        .orderBy("events.seq")
        .limit(limit)
        .execute();
      const young = rows.findIndex(({ at }) => at >= before);
      const old = young === -1 ? rows : rows.slice(0, young);
      const seqs = old.filter(({ state }) => state !== "running").map(({ seq }) => seq);
      return { seqs, last: old.length === limit ? old.at(-1)?.seq : undefined };
    },

    async removeEvents(chat, seqs) {
      if (seqs.length === 0) return 0;
      const { numDeletedRows } = await db
        .deleteFrom("events")
        .where("chat", "=", chat)
        .where("seq", "in", seqs)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    async oldRows(kind, before, limit) {
      const { table, key, isOld } = OLD_ROWS[kind];
      const { rows } = await sql<Record<string, string | number>>`
        select ${sql.join(key.map((column) => sql.ref(column)))} from ${sql.table(table)}
        where ${isOld(before)} limit ${limit}`.execute(db);
      return rows.map((row) => Object.values(row));
    },

    async removeRows(kind, before, keys) {
      if (keys.length === 0) return 0;
      const { table, key, isOld, change } = OLD_ROWS[kind];
      const verb = change ? sql`update ${sql.table(table)} set ${change}` : removeFrom(table);
      const { numAffectedRows } = await sql`
        ${verb} where ${isAmong(key, keys)} and ${isOld(before)}`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
  };
}

/** Statements that remove rows of a turn; an artifact goes before its call. */
const OF_TURN: readonly ((turn: TurnId, limit: number) => RawBuilder<unknown>)[] = [
  (turn, limit) => sql`delete from artifacts where id in (
    select artifacts.id from artifacts join calls on calls.id = artifacts.call
    where calls.turn = ${turn} limit ${limit})`,
  (turn, limit) => sql`delete from calls where id in (
    select id from calls where turn = ${turn}
      and not exists (select 1 from approvals where approvals.call = calls.id)
      and not exists (select 1 from artifacts where artifacts.call = calls.id) limit ${limit})`,
  (turn, limit) => sql`delete from steps where turn = ${turn} and n in (
    select n from steps where turn = ${turn} limit ${limit})`,
  (turn, limit) => sql`delete from images where id in (
    select images.id from images join inbox on inbox.id = images.message
    where inbox.turn = ${turn} limit ${limit})`,
];

/** Whether a turn still has rows that `OF_TURN` removes. */
function hasRows(): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from steps where steps.turn = turns.id)
    or exists (select 1 from calls where calls.turn = turns.id
      and (not exists (select 1 from approvals where approvals.call = calls.id)
        or exists (select 1 from artifacts where artifacts.call = calls.id)))
    or exists (select 1 from images join inbox on inbox.id = images.message
      where inbox.turn = turns.id)`;
}

/** Whether the summary of an ended session is still to be written; see `SessionStore.withoutSummary`. */
function isToSummarize(): RawBuilder<boolean> {
  return sql<boolean>`sessions.recap is null and sessions.turns > 0
    and sessions.reason in ('new', 'daily', 'idle', 'agent')`;
}

/** Returns the turns that open sessions, and those still to be summarized, show as they were. */
async function carriedTurns(db: Kysely<Tables>): Promise<ReadonlySet<TurnId>> {
  const { rows } = await sql<{ carried: string }>`
    select carried from sessions
    where carried is not null and (ended is null or (${isToSummarize()}))`.execute(db);
  return new Set(rows.flatMap(({ carried }) => fromJson<readonly TurnId[]>(carried)));
}

interface OldRows {
  readonly table: keyof Tables;
  readonly key: readonly string[];
  readonly isOld: (before: number) => RawBuilder<boolean>;
  /** Change that is made instead of removing the row. */
  readonly change?: RawBuilder<unknown>;
}

const terminal = sql.join(TERMINAL_STATES.map((state) => sql.lit(state)));

const OLD_ROWS: Readonly<Record<OldRowKind, OldRows>> = {
  outbox: {
    table: "outbox",
    key: ["id"],
    isOld: (before) => sql<boolean>`state in ('sent', 'dropped') and created < ${before}
      and not exists (select 1 from turns
        where turns.id = outbox.turn and turns.state = 'running')`,
  },
  deliveries: {
    table: "deliveries",
    key: ["id"],
    isOld: (before) => sql<boolean>`done < ${before} and state = 'sent'`,
  },
  commands: {
    table: "exec_audit",
    key: ["id"],
    isOld: (before) => sql<boolean>`started_at < ${before} and state <> 'started'`,
  },
  "job-runs": {
    table: "job_runs",
    key: ["job", "instant"],
    isOld: (before) => sql<boolean>`at < ${before} and state not in ('claimed', 'queued')
      and instant < (select max(newest.instant) from job_runs newest
        where newest.job = job_runs.job)`,
  },
  images: {
    table: "images",
    key: ["id"],
    isOld: (before) => sql<boolean>`message in (select id from inbox
      where turn is null and received < ${before} and state in (${terminal}))`,
  },
  usage: {
    table: "usage",
    key: ["order"],
    // Days are those of the agent's time zone. A request whose number is higher than those of its day, because the
    // clock was set back, goes a few days later.
    isOld: (before) => sql<boolean>`"order" <= (select max("last") from usage_days
        where day = (select max(day) from usage_days where day <= ${lastDay(before)}))
      and at < ${before}
      and not exists (select 1 from turns
        join sessions on sessions.id = turns.session
        where turns.id = usage.turn and (turns.state = 'running' or sessions.ended is null))`,
  },
  prefixes: {
    table: "sessions",
    key: ["id"],
    isOld: (before) => sql<boolean>`ended < ${before} and frame is not null`,
    change: sql`frame = null`,
  },
  egress: { table: "egress", key: ["call"], isOld: (before) => sql<boolean>`at < ${before}` },
};

function removeFrom(table: keyof Tables): RawBuilder<unknown> {
  return sql`delete from ${sql.table(table)}`;
}

function isAmong(key: readonly string[], keys: readonly RowKey[]): RawBuilder<boolean> {
  const rows = keys.map((values) => {
    const parts = key.map((column, at) => sql`${sql.ref(column)} = ${values[at]}`);
    return sql`(${sql.join(parts, sql` and `)})`;
  });
  return sql<boolean>`(${sql.join(rows, sql` or `)})`;
}
