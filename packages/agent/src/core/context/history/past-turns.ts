import type { SessionId, TurnId } from "../../../kernel/ids.ts";
import { setLast } from "../../../kernel/set-last.ts";
import type { Repositories } from "../../../store/store.ts";
import type { EndedTurn, TurnHistory } from "../../../store/turns/turns.ts";

/** Reads ended turns, each once as long as it stands as it was: the same turn is the same object. */
export interface PastTurns {
  /** Those of a session, oldest first, at most the newest 2,000. */
  ofSession(session: SessionId): Promise<readonly TurnHistory[]>;
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

const MAX_TURNS = 2000;

/** Sessions whose turns are known. */
const MAX_SESSIONS = 1000;

/** An ended turn never changes but by forgetting, and a session only gains turns: else all copies go. */
export function createPastTurns(read: PastTurnRows): PastTurns {
  const kept = new Map<TurnId, { readonly history: TurnHistory; readonly chars: number }>();
  const sessions = new Map<SessionId, readonly EndedTurn[]>();
  let chars = 0;
  let revision = -1;

  const drop = (id: TurnId) => {
    chars -= kept.get(id)?.chars ?? 0;
    kept.delete(id);
  };

  const keep = (history: TurnHistory) => {
    const there = kept.get(history.turn);
    if (there?.history === history) {
      kept.delete(history.turn);
      kept.set(history.turn, there);
      return;
    }
    const size = charsIn(history);
    drop(history.turn);
    kept.set(history.turn, { history, chars: size });
    chars += size;
    for (const oldest of kept.keys()) {
      if (chars <= MAX_CHARS) return;
      drop(oldest);
    }
  };

  /** Called before rows are read; returns the revision that they have at least. */
  const dropForgotten = async () => {
    const now = await read.forgetting.revision();
    if (now !== revision) {
      kept.clear();
      sessions.clear();
      chars = 0;
      revision = now;
    }
    return now;
  };

  const endedOf = async (session: SessionId, at: number) => {
    const known = sessions.get(session) ?? [];
    const after = known.at(-1)?.order ?? 0;
    const added = await read.turns.endedOf(session, { after, limit: MAX_TURNS });
    const ended = added.length > 0 ? [...known, ...added].slice(-MAX_TURNS) : known;
    // Another reader has seen that something was forgotten meanwhile.
    if (at !== revision) return ended.map(({ id }) => id);
    setLast(sessions, [session, ended], MAX_SESSIONS);
    return ended.map(({ id }) => id);
  };

  const byIds = async (ids: readonly TurnId[], at: number) => {
    const known = new Map<TurnId, TurnHistory>();
    for (const id of ids) {
      const there = kept.get(id);
      if (there) known.set(id, there.history);
    }
    const missing = ids.filter((id) => !known.has(id));
    for (const history of await read.turns.historyOf(missing)) known.set(history.turn, history);
    const turns = ids.flatMap((id) => known.get(id) ?? []);
    if (at === revision) for (const turn of turns) keep(turn);
    return turns;
  };

  return {
    async byIds(ids) {
      if (ids.length === 0) return [];
      return byIds(ids, await dropForgotten());
    },
    async ofSession(session) {
      const at = await dropForgotten();
      return byIds(await endedOf(session, at), at);
    },
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
