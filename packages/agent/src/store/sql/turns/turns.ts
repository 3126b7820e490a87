import { type Kysely, sql } from "kysely";
import type { CallId, ChatId, TurnId } from "../../../kernel/ids.ts";
import type { NewTurn, Turn, TurnStore } from "../../turns/turns.ts";
import {
  type CallRow,
  labelOfCall,
  labelToJson,
  SAME_AS_TAINT,
  toCall,
  toCallRow,
  toLabel,
} from "./call-row.ts";
import { prepareStatement } from "../prepare-statement.ts";
import { sizesToJson, toSizes } from "./prompt-sizes.ts";
import type { Tables } from "../tables.ts";
import { endedOf, historyOf, stepsOf } from "./turn-history.ts";

const TURN = [
  "id",
  "session",
  "chat",
  "fence",
  "state",
  "cancel",
  "attempts",
  "opened_by as openedBy",
  "role",
  "agent",
  "trace",
  "incident",
  "started as startedAt",
  "ended as endedAt",
] as const;

export function createTurns(db: Kysely<Tables>): TurnStore {
  const turns = () => turnsIn(db);

  return {
    async add({ openedBy, trace = openedBy, ...turn }) {
      await ADD.run(db, { ...turn, trace, openedBy });
    },

    byId: (id) => BY_ID.first(db, { id }),
    async newestOf(session) {
      const newest = await db
        .selectFrom("turns")
        .select("id")
        .where("session", "=", session)
        .orderBy("order", "desc")
        .limit(1)
        .executeTakeFirst();
      return newest?.id;
    },
    byIncident: (incident) => turns().where("incident", "=", incident).executeTakeFirst(),

    async ofCall(call) {
      const row = await db
        .selectFrom("calls")
        .select("turn")
        .where("id", "=", call)
        .executeTakeFirst();
      return row?.turn;
    },

    running: (chat) => RUNNING.first(db, { chat }),

    async setAttempts(id, attempts) {
      await SET_ATTEMPTS.run(db, { id, attempts });
    },

    async lowerRole(id, role) {
      await db.updateTable("turns").set({ role }).where("id", "=", id).execute();
    },

    async cancelRunning(chat, reason) {
      const running = db
        .updateTable("turns")
        .set({ cancel: reason })
        .where("chat", "=", chat)
        .where("state", "=", sql.lit("running"));
      const weaker = reason === "stopped" ? running : running.where("cancel", "is", null);
      const cancelled = await weaker.returning("id").executeTakeFirst();
      return cancelled?.id;
    },

    async end(id, { state, endedAt, incident, label, isToLearnFrom }) {
      const learn = isToLearnFrom ? "waiting" : null;
      await END.run(db, {
        id,
        state,
        endedAt,
        incident,
        learn,
        label: label ? labelToJson(label) : null,
      });
    },

    async withoutFacts() {
      const chats = await db
        .selectFrom("turns")
        .select("chat")
        .select(({ fn }) => [
          fn.countAll().as("turns"),
          fn.min("ended").as("firstAt"),
          fn.max("ended").as("lastAt"),
        ])
        .where("learn", "=", sql.lit("waiting"))
        .groupBy("chat")
        .execute();
      return chats.map(({ chat, turns: waiting, firstAt, lastAt }) => ({
        chat,
        turns: Number(waiting),
        firstAt: firstAt ?? 0,
        lastAt: lastAt ?? 0,
      }));
    },

    withoutFactsOf: (chat, limit) =>
      turns()
        .where("chat", "=", chat)
        .where("learn", "=", sql.lit("waiting"))
        .orderBy("order")
        .limit(limit)
        .execute(),

    async markExtracted(ids) {
      if (ids.length === 0) return;
      await db.updateTable("turns").set({ learn: "done" }).where("id", "in", ids).execute();
    },

    async addStep(turn, { n, kind, requestId, input, images = [], heard = [] }) {
      await ADD_STEP.run(db, {
        turn,
        n,
        kind,
        request_id: requestId,
        input,
        images: images.length > 0 ? JSON.stringify(images) : null,
        heard: heard.length > 0 ? JSON.stringify(heard) : null,
      });
    },

    async settleStep(turn, n, { text, extras, meta, sizes }) {
      await SETTLE_STEP.run(db, {
        turn,
        n,
        text,
        extras: extras ? JSON.stringify(extras) : null,
        meta: meta === undefined || meta === null ? null : JSON.stringify(meta),
        sizes: sizes ? sizesToJson(sizes) : null,
      });
    },

    async sizesOf(turn) {
      const rows = await db
        .selectFrom("steps")
        .select(["n", "sizes"])
        .where("turn", "=", turn)
        .where("sizes", "is not", null)
        .orderBy("n")
        .execute();
      return rows.map(({ n: step, sizes }) => ({ step, ...toSizes(sizes ?? "") }));
    },

    async addCalls(turn, n, calls) {
      for (const call of calls) await ADD_CALL.run(db, toCallRow(turn, n, call));
    },

    async startCall(id, { fence, expected, at }) {
      await db
        .updateTable("calls")
        .set({
          state: "started",
          started_fence: fence,
          started_at: at,
          before_hash: expected?.before ?? null,
          after_hash: expected?.after ?? null,
        })
        .where("id", "=", id)
        .where("state", "=", "planned")
        .execute();
    },

    async settleCall(id, { result, artifact, label }) {
      const settled = { id, result: JSON.stringify(result), artifact, label: labelToJson(label) };
      await SETTLE_CALL.run(db, settled);
    },

    async nestedCalls(turn) {
      const rows = await db
        .selectFrom("calls")
        .selectAll()
        .where("turn", "=", turn)
        .where("parent", "is not", null)
        .orderBy("step")
        .orderBy("position")
        .execute();
      return rows.map(toCall);
    },

    async labelsOf(id) {
      const row = await db
        .selectFrom("calls")
        .select(["taint", "label"])
        .where("id", "=", id)
        .executeTakeFirst();
      return row && { taint: toLabel(row.taint), label: labelOfCall(row) };
    },

    async labelOf(id) {
      const row = await db
        .selectFrom("turns")
        .select("label")
        .where("id", "=", id)
        .executeTakeFirst();
      return toLabel(row?.label ?? null);
    },

    async steps(turn) {
      const steps = await stepsOf(db, [turn]);
      return steps.get(turn) ?? [];
    },

    endedOf: (session, range) => endedOf(db, { session, ...range }),

    async history(session, limit) {
      const ended = await endedOf(db, { session, after: 0, limit });
      return historyOf(
        db,
        ended.map(({ id }) => id),
      );
    },

    historyOf: (ids) => historyOf(db, ids),

    async moveTo(id, session) {
      await db.updateTable("turns").set({ session }).where("id", "=", id).execute();
    },
  };
}

function turnsIn(db: Kysely<Tables>) {
  return db.selectFrom("turns").select(TURN);
}

const BY_ID = prepareStatement((db, { id }: { id: TurnId }) => turnsIn(db).where("id", "=", id));

const ADD = prepareStatement(
  (db, { openedBy, startedAt, firstEvent, ...turn }: NewTurn & { trace: string }) =>
    db
      .insertInto("turns")
      .values({ ...turn, opened_by: openedBy, started: startedAt, first_event: firstEvent }),
);

const RUNNING = prepareStatement((db, { chat }: { chat: ChatId }) =>
  turnsIn(db).where("chat", "=", chat).where("state", "=", sql.lit("running")),
);

const SET_ATTEMPTS = prepareStatement((db, { id, attempts }: { id: TurnId; attempts: number }) =>
  db.updateTable("turns").set({ attempts }).where("id", "=", id),
);

interface EndOfTurn {
  readonly id: TurnId;
  readonly state: Turn["state"];
  readonly endedAt: number;
  readonly incident: string | null;
  /** Null leaves it as it is. */
  readonly label: string | null;
  readonly learn: "waiting" | null;
}

const END = prepareStatement((db, { id, state, endedAt, incident, label, learn }: EndOfTurn) =>
  db
    .updateTable("turns")
    .set((turn) => ({
      state,
      ended: endedAt,
      incident,
      label: turn.fn.coalesce(sql<string | null>`${label}`, "label"),
      learn: turn.fn.coalesce(sql<"waiting" | null>`${learn}`, "learn"),
    }))
    .where("id", "=", id),
);

const ADD_CALL = prepareStatement((db, call: CallRow) => db.insertInto("calls").values(call));

type NewStepColumns = Pick<
  Tables["steps"],
  "turn" | "n" | "kind" | "request_id" | "input" | "images" | "heard"
>;

const ADD_STEP = prepareStatement((db, step: NewStepColumns) =>
  db.insertInto("steps").values({ ...step, state: "started", text: "" }),
);

type StepColumns = Pick<Tables["steps"], "turn" | "n" | "text" | "extras" | "meta" | "sizes">;

const SETTLE_STEP = prepareStatement((db, { turn, n, ...settled }: StepColumns) =>
  db
    .updateTable("steps")
    .set({ state: "settled", ...settled })
    .where("turn", "=", turn)
    .where("n", "=", n),
);

interface SettledColumns {
  readonly id: CallId;
  readonly result: string;
  readonly artifact: CallRow["artifact"];
  readonly label: string | null;
}

const SETTLE_CALL = prepareStatement((db, { id, label, ...settled }: SettledColumns) =>
  db
    .updateTable("calls")
    .set({
      state: "settled",
      ...settled,
      label: sql<string>`case when taint = ${label} then ${sql.lit(SAME_AS_TAINT)} else ${label} end`,
    })
    .where("id", "=", id)
    .where("state", "!=", "settled"),
);
