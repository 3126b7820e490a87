import { type Kysely, sql } from "kysely";
import type { CallId, PlaceId, SessionId, TurnId } from "../../kernel/ids.ts";
import type { Label } from "../../kernel/label.ts";
import type { PromptSizes } from "../prompt-sizes.ts";
import type { NewTurn, Step, StoredCall, TurnHistory, TurnStore } from "../turns.ts";
import { fromJson } from "./json.ts";
import { prepareStatement } from "./prepare-statement.ts";
import type { Tables } from "./tables.ts";

const TURN = [
  "id",
  "session",
  "place",
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
    async add({ openedBy, startedAt, trace = openedBy, ...turn }) {
      await ADD.run(db, { ...turn, trace, openedBy, startedAt });
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

    running: (place) => RUNNING.first(db, { place }),

    async setAttempts(id, attempts) {
      await SET_ATTEMPTS.run(db, { id, attempts });
    },

    async lowerRole(id, role) {
      await db.updateTable("turns").set({ role }).where("id", "=", id).execute();
    },

    async cancelRunning(place, reason) {
      const running = db
        .updateTable("turns")
        .set({ cancel: reason })
        .where("place", "=", place)
        .where("state", "=", sql.lit("running"));
      const weaker = reason === "stopped" ? running : running.where("cancel", "is", null);
      const cancelled = await weaker.returning("id").executeTakeFirst();
      return cancelled?.id;
    },

    async end(id, { state, endedAt, incident, isToLearnFrom }) {
      await db
        .updateTable("turns")
        .set({ state, ended: endedAt, incident, ...(isToLearnFrom && { learn: "waiting" }) })
        .where("id", "=", id)
        .execute();
    },

    async unlearnt() {
      const places = await db
        .selectFrom("turns")
        .select("place")
        .select(({ fn }) => [
          fn.countAll().as("turns"),
          fn.min("ended").as("firstAt"),
          fn.max("ended").as("lastAt"),
        ])
        .where("learn", "=", sql.lit("waiting"))
        .groupBy("place")
        .execute();
      return places.map(({ place, turns: waiting, firstAt, lastAt }) => ({
        place,
        turns: Number(waiting),
        firstAt: firstAt ?? 0,
        lastAt: lastAt ?? 0,
      }));
    },

    unlearntOf: (place, limit) =>
      turns()
        .where("place", "=", place)
        .where("learn", "=", sql.lit("waiting"))
        .orderBy("order")
        .limit(limit)
        .execute(),

    async markLearnt(ids) {
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
        sizes: sizes ? JSON.stringify(sizes) : null,
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
      return rows.map(({ n: step, sizes }) => ({ step, ...fromJson<PromptSizes>(sizes ?? "") }));
    },

    async addCalls(turn, n, calls) {
      for (const call of calls) await ADD_CALL.run(db, toColumns(turn, n, call));
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
      const settled = { id, result: JSON.stringify(result), artifact, label: toJson(label) };
      await SETTLE_CALL.run(db, settled);
    },

    async labelsOf(id) {
      const row = await db
        .selectFrom("calls")
        .select(["taint", "label"])
        .where("id", "=", id)
        .executeTakeFirst();
      return row && { taint: toLabel(row.taint), label: toLabel(row.label) };
    },

    async labelOf(id) {
      const row = await db
        .selectFrom("turns")
        .select("label")
        .where("id", "=", id)
        .executeTakeFirst();
      return toLabel(row?.label ?? null);
    },

    async setLabel(id, label) {
      await db
        .updateTable("turns")
        .set({ label: toJson(label) })
        .where("id", "=", id)
        .execute();
    },

    async steps(turn) {
      const steps = await stepsOf(db, [turn]);
      return steps.get(turn) ?? [];
    },

    endedOf: (session, limit) => endedOf(db, session, limit),

    async history(session, limit) {
      return historyOf(db, await endedOf(db, session, limit));
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

const ADD = prepareStatement((db, { openedBy, startedAt, ...turn }: NewTurn & { trace: string }) =>
  db.insertInto("turns").values({ ...turn, opened_by: openedBy, started: startedAt }),
);

const RUNNING = prepareStatement((db, { place }: { place: PlaceId }) =>
  turnsIn(db).where("place", "=", place).where("state", "=", sql.lit("running")),
);

const SET_ATTEMPTS = prepareStatement((db, { id, attempts }: { id: TurnId; attempts: number }) =>
  db.updateTable("turns").set({ attempts }).where("id", "=", id),
);

const ENDED_OF = prepareStatement((db, { session, limit }: { session: SessionId; limit: number }) =>
  db
    .selectFrom("turns")
    .select("id")
    .where("session", "=", session)
    .where("state", "!=", "running")
    .orderBy("order", "desc")
    .limit(limit),
);

const STEPS_OF = prepareStatement((db, { turns }: { turns: readonly TurnId[] }) =>
  db
    .selectFrom("steps")
    .select(["turn", "n", "kind", "state", "request_id as requestId", "input", "images"])
    .select(["heard", "extras", "text", "meta"])
    .where("turn", "in", turns)
    .orderBy("n"),
);

const CALLS_OF = prepareStatement((db, { turns }: { turns: readonly TurnId[] }) =>
  db.selectFrom("calls").selectAll().where("turn", "in", turns).orderBy("position"),
);

const ADD_CALL = prepareStatement((db, call: Row) => db.insertInto("calls").values(call));

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
  readonly artifact: Row["artifact"];
  readonly label: string | null;
}

const SETTLE_CALL = prepareStatement((db, { id, ...settled }: SettledColumns) =>
  db
    .updateTable("calls")
    .set({ state: "settled", ...settled })
    .where("id", "=", id)
    .where("state", "!=", "settled"),
);

async function endedOf(
  db: Kysely<Tables>,
  session: SessionId,
  limit: number,
): Promise<readonly TurnId[]> {
  const ended = await ENDED_OF.all(db, { session, limit });
  return ended.map(({ id }) => id).toReversed();
}

/** So many turns are read at once: a list of any length is few different statements. */
const TURNS_AT_ONCE = 64;

async function historyOf(
  db: Kysely<Tables>,
  turns: readonly TurnId[],
): Promise<readonly TurnHistory[]> {
  const history: TurnHistory[] = [];
  for (let at = 0; at < turns.length; at += TURNS_AT_ONCE) {
    const some = turns.slice(at, at + TURNS_AT_ONCE);
    const steps = await stepsOf(db, some);
    for (const turn of some) history.push({ turn, steps: steps.get(turn) ?? [] });
  }
  return history;
}

async function stepsOf(
  db: Kysely<Tables>,
  turns: readonly TurnId[],
): Promise<ReadonlyMap<TurnId, readonly Step[]>> {
  const byTurn = new Map<TurnId, Step[]>();
  if (turns.length === 0) return byTurn;
  const steps = await STEPS_OF.all(db, { turns });
  const calls = await callsOf(db, turns);
  for (const { turn, images, heard, extras, meta, ...step } of steps) {
    const ofStep: Step = {
      ...step,
      ...(images !== null && { images: fromJson(images) }),
      ...(heard !== null && { heard: fromJson(heard) }),
      extras: extras === null ? null : fromJson(extras),
      meta: meta === null ? null : fromJson(meta),
      calls: calls.get(`${turn} ${step.n}`) ?? [],
    };
    const before = byTurn.get(turn);
    if (before) before.push(ofStep);
    else byTurn.set(turn, [ofStep]);
  }
  return byTurn;
}

/** Calls by turn and step number. */
async function callsOf(
  db: Kysely<Tables>,
  turns: readonly TurnId[],
): Promise<ReadonlyMap<string, readonly StoredCall[]>> {
  const rows = await CALLS_OF.all(db, { turns });
  const byStep = new Map<string, StoredCall[]>();
  for (const row of rows) {
    const step = `${row.turn} ${row.step}`;
    const before = byStep.get(step);
    if (before) before.push(toCall(row));
    else byStep.set(step, [toCall(row)]);
  }
  return byStep;
}

type Row = Tables["calls"];

function toColumns(turn: TurnId, step: number, call: StoredCall): Row {
  return {
    id: call.id,
    turn,
    step,
    position: call.position,
    tool: call.tool,
    via: call.via,
    args: JSON.stringify(call.args),
    args_hash: call.argsHash,
    effect: call.effect,
    replay: call.replay,
    verdict: call.verdict,
    authority: call.authority ? JSON.stringify(call.authority) : null,
    started_at: call.startedAt ?? null,
    state: call.state,
    origin: call.origin,
    started_fence: call.startedFence,
    before_hash: call.expected?.before ?? null,
    after_hash: call.expected?.after ?? null,
    result: call.result ? JSON.stringify(call.result) : null,
    artifact: call.artifact,
    taint: toJson(call.taint),
    label: toJson(call.label),
  };
}

function toCall(row: Row): StoredCall {
  const { before_hash: before, after_hash: after } = row;
  return {
    id: row.id,
    position: row.position,
    tool: row.tool,
    via: row.via,
    args: fromJson(row.args),
    argsHash: row.args_hash,
    effect: row.effect,
    replay: row.replay,
    verdict: row.verdict,
    state: row.state,
    startedFence: row.started_fence,
    origin: row.origin,
    expected: before !== null && after !== null ? { before, after } : undefined,
    result: row.result === null ? undefined : fromJson(row.result),
    artifact: row.artifact,
    taint: toLabel(row.taint),
    label: toLabel(row.label),
    ...(row.authority !== null && { authority: fromJson<StoredCall["authority"]>(row.authority) }),
    ...(row.started_at !== null && { startedAt: row.started_at }),
  };
}

function toJson(label: Label | undefined): string | null {
  return label ? JSON.stringify(label) : null;
}

function toLabel(text: string | null): Label | undefined {
  return text === null ? undefined : fromJson(text);
}
