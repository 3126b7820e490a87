import type { SessionId, TurnId } from "../../kernel/ids.ts";
import type { Store } from "../../store/store.ts";
import type { Viewer } from "./may-forget.ts";

export interface ForgetPersonOptions {
  readonly store: Store;
  readonly id: string;
  readonly now: number;
  readonly fileOwner: string;
}

const BATCH = 50;

/**
 * Removes a person's messages, in their own chats and in others, and their data. Their identity and role
 * stay. Resumes where it stopped if it is called again.
 */
export async function forgetPerson(
  { tenant, person }: Viewer,
  { store, id, now, fileOwner }: ForgetPersonOptions,
): Promise<number> {
  const reach = { tenant, audiences: [person] };
  const known = { tenant, person };
  const turns = new Set<TurnId>();
  const sessions = await store.read.forgetting.sessionsOf(reach, []);
  let rows = 0;
  const begin = { id, tenant, person, at: now, kind: "person", turn: null } as const;
  const planOf = (gone: readonly SessionId[]) => ({
    reach,
    texts: [],
    parts: [],
    phrases: [],
    sessions: gone,
    turns: [...turns],
    traces: [],
    hasFiles: person === fileOwner,
  });
  for (let more = true; more;) {
    const said = await store.read.forgetting.saidBy(known, { after: 0, limit: BATCH });
    more = said.length === BATCH;
    for (const { turn } of said) if (turn) turns.add(turn);
    rows = await store.commit("forget", async (tx) => {
      const all = rows + (await tx.forgetting.removeMessages(said, { turns: "emptied" }));
      await tx.forgetting.start({ ...begin, rows: all }, planOf(sessions));
      return all;
    });
  }
  return store.commit("forget", async (tx) => {
    const all = rows + (await tx.forgetting.removePerson(known));
    await tx.forgetting.start({ ...begin, rows: all }, planOf(sessions));
    return all;
  });
}
