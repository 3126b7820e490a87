import type { Kysely } from "kysely";
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
      for (const fact of facts) {
        await ADD.run(db, {
          chat,
          seq: fact.seq,
          turn: "turn" in fact ? toId<"turn">(fact.turn) : null,
          type: fact.type,
          body: JSON.stringify(fact),
        });
      }
    },

    async since(chat, seq, limit) {
      const rows = await SINCE.all(db, { chat, seq, limit });
      return rows.map(({ body }) => fromJson<ChatEvent>(body));
    },

    async ofTurn(turn) {
      const rows = await db
        .selectFrom("events")
        .select("body")
        .where("turn", "=", turn)
        .orderBy("seq")
        .execute();
      return rows.map(({ body }) => fromJson<ChatEvent>(body));
    },
  };
}

interface Columns {
  readonly chat: ChatId;
  readonly seq: number;
  readonly turn: TurnId | null;
  readonly type: ChatEvent["type"];
  readonly body: string;
}

const SINCE = prepareStatement(
  (db, { chat, seq, limit }: { chat: ChatId; seq: number; limit: number }) =>
    db
      .selectFrom("events")
      .select("body")
      .where("chat", "=", chat)
      .where("seq", ">", seq)
      .orderBy("seq")
      .limit(limit),
);

const ADD = prepareStatement((db, fact: Columns) =>
  db.insertInto("events").values({ ...fact, version: VERSION }),
);
