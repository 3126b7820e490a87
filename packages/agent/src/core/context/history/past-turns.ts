import type { SessionId, TurnId } from "../../../kernel/ids.ts";
import type { Repositories } from "../../../store/store.ts";
import type { TurnHistory } from "../../../store/turns/turns.ts";

/** Reads ended turns, each once as long as it stands as it was: the same turn is the same object. */
export interface PastTurns {
  /** Those of a session, oldest first, at most the newest `limit`. */
  ofSession(session: SessionId, limit: number): Promise<readonly TurnHistory[]>;
  /** Those with these ids, in the order asked for. */
  byIds(ids: readonly TurnId[]): Promise<readonly TurnHistory[]>;
}

/** The rows that they are read from. */
export interface PastTurnRows {
  readonly turns: Pick<Repositories["turns"], "endedOf" | "historyOf">;
  readonly forgetting: Pick<Repositories["forgetting"], "revision">;
}

/** About how many characters of turns are kept, those that were read last. */
const MAX_CHARS = 32_000_000;

/** An ended turn never changes but by forgetting: then all copies go. */
export function createPastTurns(read: PastTurnRows): PastTurns {
  const kept = new Map<TurnId, { readonly history: TurnHistory; readonly chars: number }>();
  let chars = 0;
  let revision = -1;

  const drop = (id: TurnId) => {
    chars -= kept.get(id)?.chars ?? 0;
    kept.delete(id);
  };

  const keep = (history: TurnHistory) => {
    drop(history.turn);
    const size = charsIn(history);
    kept.set(history.turn, { history, chars: size });
    chars += size;
    for (const oldest of kept.keys()) {
      if (chars <= MAX_CHARS) return;
      drop(oldest);
    }
  };

  const byIds = async (ids: readonly TurnId[]) => {
    // Looked at before rows are read: what is forgotten meanwhile is noticed the next time.
    const now = await read.forgetting.revision();
    if (now !== revision) {
      kept.clear();
      chars = 0;
      revision = now;
    }
    const known = new Map<TurnId, TurnHistory>();
    for (const id of ids) {
      const there = kept.get(id);
      if (there) known.set(id, there.history);
    }
    const missing = ids.filter((id) => !known.has(id));
    for (const history of await read.turns.historyOf(missing)) known.set(history.turn, history);
    const turns = ids.flatMap((id) => known.get(id) ?? []);
    for (const turn of turns) keep(turn);
    return turns;
  };

  return {
    byIds: async (ids) => (ids.length === 0 ? [] : byIds(ids)),
    ofSession: async (session, limit) => byIds(await read.turns.endedOf(session, limit)),
  };
}

function charsIn({ steps }: TurnHistory): number {
  return steps.reduce((sum, { input, text, extras, calls }) => {
    const said = text.length + (input?.length ?? 0) + (extras?.text.length ?? 0);
    const done = calls.reduce((all, { result }) => all + JSON.stringify(result ?? "").length, 0);
    return sum + said + done + PER_STEP;
  }, 0);
}

/** Tokens that a step takes beside its texts. */
const PER_STEP = 1000;
