import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import { type ChatId, toId, type TurnId } from "../../../kernel/ids.ts";
import type { ChatEvent } from "../../../kernel/chat-event.ts";
import type { EventStore } from "../../messages/events.ts";
import { fromJson } from "../json.ts";
import { prepareStatement } from "../prepare-statement.ts";
import type { Tables } from "../tables.ts";

/**
 * Consecutive events share a row, so that a turn writes few pages: those of one commit, and those that a later
 * commit adds to the same turn. Rows have the number of their first event, and are appended.
 */
export function createEvents(db: Kysely<Tables>): EventStore {
  return {
    async add(chat, facts) {
      const [first, ...others] = groupByRow(facts);
      if (!first) return;
      const rows = (await extend(db, chat, first)) ? others : [first, ...others];
      if (rows.length === 0) return;
      await ADD.run(db, {
        chat,
        seqs: rows.map(({ seq }) => seq),
        lastSeqs: rows.map(({ lastSeq }) => lastSeq),
        turns: rows.map(({ turn }) => turn),
        times: rows.map(({ at }) => at),
        requests: rows.map(({ facts: [fact] }) => (fact?.type === "approval-request" ? 1 : 0)),
        bodies: rows.map((row) => toBody(row.facts, row)),
      });
    },

    async since(chat, seq, limit) {
      const rows = await SINCE.all(db, { chat, seq, next: seq + 1, limit });
      const facts = rows.flatMap(toEvents).filter((fact) => fact.seq > seq);
      return facts.slice(0, limit);
    },

    async ofTurn(turn) {
      const rows = await db
        .selectFrom("events")
        .select(EVENT_COLUMNS)
        .where(isOfTurn(turn))
        .orderBy("seq")
        .execute();
      return rows.flatMap(toEvents).filter((fact) => "turn" in fact && fact.turn === turn);
    },
  };
}

/**
 * Finds the rows with events of a turn: in its chat, from its start on, up to the start of the next turn, and
 * its questions in the chats of others.
 */
export function isOfTurn(turn: TurnId): RawBuilder<boolean> {
  const chat = sql`(select chat from turns where id = ${turn})`;
  const start = sql`coalesce((select first_event from turns where id = ${turn}), 0)`;
  const first = sql`coalesce(${atOrBefore(chat, start)}, 0)`;
  return sql<boolean>`turn = ${turn} and (has_request = 1 or (chat = ${chat} and seq >= ${first}
    and seq < coalesce((select later.seq from events later
      where later.chat = ${chat} and later.seq > ${start} and later.turn <> ${turn}
      and later.has_request = 0 order by later.seq limit 1), ${Number.MAX_SAFE_INTEGER})))`;
}

/** Number of the row in which an event is. */
function atOrBefore(chat: unknown, seq: unknown): RawBuilder<number | null> {
  return sql`(select max(earlier.seq) from events earlier
    where earlier.chat = ${chat} and earlier.seq <= ${seq})`;
}

export const EVENT_COLUMNS = ["seq", "turn", "at", "body"] as const;

type EventRow = Pick<Selectable<Tables["events"]>, (typeof EVENT_COLUMNS)[number]>;

/** Returns the events of a row. */
export function toEvents({ seq, turn: turnOfRow, at, body }: EventRow): readonly ChatEvent[] {
  return fromJson<readonly StoredEvent[]>(body).map(({ type, turn = turnOfRow, ...fact }, index) =>
    eventOf({ type, ...(turn !== null && { turn }), at, ...fact, seq: seq + index }),
  );
}

/** Event in the body of a row: without what it has in common with the row. */
interface StoredEvent {
  readonly type: ChatEvent["type"];
  /** Null if the event has no turn, but the row has one. */
  readonly turn?: string | null;
  readonly at?: number;
}

function eventOf(parts: object): ChatEvent;
function eventOf(parts: unknown): unknown {
  return parts;
}

/** Returns the body of a row of events; without the time of the row, each event contains its own. */
function toBody(
  facts: readonly ChatEvent[],
  row: { readonly turn: TurnId | null; readonly at?: number },
): string {
  const stored = facts.map(({ seq: _seq, at, ...fact }) => {
    const time = at === row.at ? {} : { at };
    if (!("turn" in fact)) return { ...fact, ...(row.turn !== null && { turn: null }), ...time };
    const { turn: _turn, ...body } = fact;
    return { ...body, ...time };
  });
  return JSON.stringify(stored);
}

/** Changes the events in rows; returns the number of changed rows. */
export async function changeEvents(
  db: Kysely<Tables>,
  which: RawBuilder<boolean>,
  change: (event: ChatEvent) => ChatEvent,
): Promise<number> {
  const rows = await selectRows(db).where(which).execute();
  let changed = 0;
  for (const row of rows) if (await changeRow(db, row, change)) changed += 1;
  return changed;
}

function selectRows(db: Kysely<Tables>) {
  return db.selectFrom("events").select(["chat", ...EVENT_COLUMNS]);
}

async function changeRow(
  db: Kysely<Tables>,
  found: Awaited<ReturnType<ReturnType<typeof selectRows>["execute"]>>[number],
  change: (event: ChatEvent) => ChatEvent,
): Promise<boolean> {
  const { chat, seq } = found;
  for (let row: typeof found | undefined = found; row;) {
    const facts = toEvents(row);
    const body = toBody(facts.map(change), row);
    if (body === toBody(facts, row)) return false;
    const { numUpdatedRows } = await db
      .updateTable("events")
      .set({ body })
      .where("chat", "=", chat)
      .where("seq", "=", seq)
      .where("body", "=", row.body)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return true;
    // Somebody has added events to it meanwhile.
    row = await selectRows(db).where("chat", "=", chat).where("seq", "=", seq).executeTakeFirst();
  }
  return false;
}

/** Consecutive events with at most one turn among them. */
interface NewRow {
  readonly seq: number;
  lastSeq: number;
  turn: TurnId | null;
  readonly at: number;
  readonly facts: ChatEvent[];
}

function groupByRow(facts: readonly ChatEvent[]): readonly NewRow[] {
  const rows: NewRow[] = [];
  for (const fact of facts) {
    const turn = "turn" in fact ? toId<"turn">(fact.turn) : null;
    const { seq, at } = fact;
    const row = rows.at(-1);
    const isNext = row?.lastSeq === seq - 1 && row.at === at;
    if (row && isNext && (row.turn === null || turn === null || row.turn === turn)) {
      row.facts.push(fact);
      row.lastSeq = seq;
      row.turn ??= turn;
    } else rows.push({ seq, lastSeq: seq, turn, at, facts: [fact] });
  }
  return rows;
}

/** Adds events to the row before them, if it belongs to the same turn and is not full; returns whether it is. */
async function extend(db: Kysely<Tables>, chat: ChatId, row: NewRow): Promise<boolean> {
  const { turn, seq, lastSeq, facts } = row;
  if (turn === null || facts.some(({ type }) => type === "turn-start")) return false;
  const more = `,${toBody(facts, { turn }).slice(1)}`;
  const since = row.at - MAX_SPAN_MS;
  return (await EXTEND.run(db, { chat, turn, before: seq - 1, lastSeq, more, since })) === 1;
}

/** Longest time between the events of a row, which retention removes together. */
const MAX_SPAN_MS = 24 * 60 * 60_000;

/** Length in characters from which on a row is full: a longer one would cost more than a new one. */
const FULL = 1500;

interface Extension {
  readonly chat: ChatId;
  readonly turn: TurnId;
  /** Number of the last event of the row. */
  readonly before: number;
  readonly lastSeq: number;
  /** End of the body. */
  readonly more: string;
  /** Earliest time of the row, in Unix milliseconds. */
  readonly since: number;
}

const EXTEND = prepareStatement(
  (_db, { chat, turn, before, lastSeq, more, since }: Extension) => sql`
    update events set last_seq = ${lastSeq}, body = substr(body, 1, length(body) - 1) || ${more}
    where chat = ${chat} and seq = ${atOrBefore(chat, before)} and last_seq = ${before}
      and turn = ${turn} and at >= ${since} and length(body) < ${sql.lit(FULL)}`,
);

/** New rows of a chat, by column. */
interface Columns {
  readonly chat: ChatId;
  readonly seqs: readonly number[];
  readonly lastSeqs: readonly number[];
  readonly turns: readonly (TurnId | null)[];
  readonly times: readonly number[];
  readonly requests: readonly number[];
  readonly bodies: readonly string[];
}

const ADD = prepareStatement((_db, { chat, bodies, ...of }: Columns) => {
  const rows = bodies.map(
    (body, n) => sql`(${chat}, ${of.seqs[n]}, ${of.lastSeqs[n]}, ${of.turns[n]}, ${of.times[n]},
      ${of.requests[n]}, ${body})`,
  );
  return sql`insert into events (chat, seq, last_seq, turn, at, has_request, body)
    values ${sql.join(rows)}`;
});

interface Page {
  readonly chat: ChatId;
  readonly seq: number;
  readonly next: number;
  readonly limit: number;
}

const SINCE = prepareStatement((db, { chat, seq, next, limit }: Page) =>
  db
    .selectFrom("events")
    .select(EVENT_COLUMNS)
    .where("chat", "=", chat)
    .where("seq", ">=", sql<number>`coalesce(${atOrBefore(chat, next)}, 0)`)
    .where("last_seq", ">", seq)
    .orderBy("seq")
    .limit(limit),
);
