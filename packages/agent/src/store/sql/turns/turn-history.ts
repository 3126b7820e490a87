import type { Kysely } from "kysely";
import type { SessionId, TurnId } from "../../../kernel/ids.ts";
import type { EndedTurn, Step, StoredCall, TurnHistory } from "../../turns/turns.ts";
import { toCall } from "./call-row.ts";
import { fromJson } from "../json.ts";
import { prepareStatement } from "../prepare-statement.ts";
import type { Tables } from "../tables.ts";

/** Returns the newest turns of a session that have ended, oldest first. */
export async function endedOf(
  db: Kysely<Tables>,
  range: EndedRange,
): Promise<readonly EndedTurn[]> {
  return (await ENDED_OF.all(db, range)).toReversed();
}

/** So many turns are read at once: a list of any length is few different statements. */
const TURNS_AT_ONCE = 64;

/** Returns turns with their steps, in the given order. */
export async function historyOf(
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

/** Returns the steps of turns with their calls, in order; a turn without any is absent. */
export async function stepsOf(
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

interface EndedRange {
  readonly session: SessionId;
  readonly after: number;
  readonly limit: number;
}

const ENDED_OF = prepareStatement((db, { session, after, limit }: EndedRange) =>
  db
    .selectFrom("turns")
    .select(["id", "order"])
    .where("session", "=", session)
    .where("order", ">", after)
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
  db
    .selectFrom("calls")
    .selectAll()
    .where("turn", "in", turns)
    .where("parent", "is", null)
    .orderBy("position"),
);
