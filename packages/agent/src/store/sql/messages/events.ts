import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import { type ChatId, toId, type TurnId } from "../../../kernel/ids.ts";
import type { ChatEvent } from "../../../kernel/chat-event.ts";
import type { EventStore } from "../../messages/events.ts";
import { fromJson } from "../json.ts";
import { prepareStatement } from "../prepare-statement.ts";
import type { Tables } from "../tables.ts";

/** Raised when a fact's body changes its meaning. */
const VERSION = 1;

export function createEvents(db: Kysely<Tables>): EventStore {
  return {
    async add(chat, facts) {
      if (facts.length === 0) return;
      const rows = facts.map(toRow);
      await ADD.run(db, {
        chat,
        seqs: rows.map(({ seq }) => seq),
        turns: rows.map(({ turn }) => turn),
        types: rows.map(({ type }) => type),
        bodies: rows.map(({ body }) => body),
      });
    },

    async since(chat, seq, limit) {
      const rows = await SINCE.all(db, { chat, seq, limit });
      return rows.map(toEvent);
    },

    async ofTurn(turn) {
      const rows = await db
        .selectFrom("events")
        .select(COLUMNS)
        .where(isOfTurn(turn))
        .orderBy("seq")
        .execute();
      return rows.map(toEvent);
    },
  };
}

/**
 * Finds the events of a turn: in its chat, from its start on, up to the start of the next turn, and its questions
 * in the chats of others.
 */
export function isOfTurn(turn: TurnId): RawBuilder<boolean> {
  const begun = sql`from events where turn = ${turn} and ${IS_INDEXED} and type = 'turn-start'`;
  // Old events go one by one, so the start may be gone.
  const chat = sql`coalesce((select chat ${begun}), (select chat from turns where id = ${turn}))`;
  const start = sql`coalesce((select seq ${begun}), 0)`;
  return sql<boolean>`turn = ${turn} and (${IS_INDEXED} or (chat = ${chat} and seq >= ${start}
    and seq < coalesce((select later.seq from events later
      where later.chat = ${chat} and later.seq > ${start} and later.type = 'turn-start'
      and later.turn <> ${turn} order by later.seq limit 1), ${Number.MAX_SAFE_INTEGER})))`;
}

/** Condition of the index of turns: only the same text makes the engine use it. */
const IS_INDEXED = sql`type in ('turn-start', 'approval-request')`;

const COLUMNS = ["seq", "turn", "type", "body"] as const;

/** The body does not repeat what is in the other columns. */
function toRow({ seq, type, ...fact }: ChatEvent) {
  if (!("turn" in fact)) return { seq, turn: null, type, body: JSON.stringify(fact) };
  const { turn, ...body } = fact;
  return { seq, turn: toId<"turn">(turn), type, body: JSON.stringify(body) };
}

/** Bodies of earlier versions hold the whole event. */
function toEvent({ seq, turn, type, body }: StoredEvent): ChatEvent {
  return eventOf({ type, ...(turn !== null && { turn }), ...fromJson<object>(body), seq });
}

function eventOf(parts: object): ChatEvent;
function eventOf(parts: unknown): unknown {
  return parts;
}

type StoredEvent = Pick<Selectable<Tables["events"]>, (typeof COLUMNS)[number]>;

/** New events of a chat, by column. */
interface Columns {
  readonly chat: ChatId;
  readonly seqs: readonly number[];
  readonly turns: readonly (TurnId | null)[];
  readonly types: readonly ChatEvent["type"][];
  readonly bodies: readonly string[];
}

const SINCE = prepareStatement(
  (db, { chat, seq, limit }: { chat: ChatId; seq: number; limit: number }) =>
    db
      .selectFrom("events")
      .select(COLUMNS)
      .where("chat", "=", chat)
      .where("seq", ">", seq)
      .orderBy("seq")
      .limit(limit),
);

const ADD = prepareStatement((db, { chat, seqs, turns, types, bodies }: Columns) => {
  const rows = seqs.map(
    (seq, at) => sql`(${chat}, ${seq}, ${turns[at]}, ${types[at]}, ${VERSION}, ${bodies[at]})`,
  );
  return sql`insert into events (chat, seq, turn, type, version, body) values ${sql.join(rows)}`;
});
