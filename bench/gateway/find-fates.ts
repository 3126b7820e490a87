import { DatabaseSync } from "node:sqlite";
import { percentile } from "../turn/cpu.ts";
import type { Accepted } from "./sender.ts";

export interface Fates {
  /** Acknowledged messages that are not there, or were not answered. */
  readonly lost: number;
  /** Returns how long messages waited for the start of their turn. */
  waitMs(share: number): number;
}

/** Looks into the database what became of messages. */
export function findFates(file: string, accepted: ReadonlyMap<string, Accepted>): Fates {
  using database = new DatabaseSync(file, { readOnly: true });
  const answered = new Set(
    database
      .prepare("select id from inbox where state in ('answered', 'folded')")
      .all()
      .map(({ id }) => String(id)),
  );
  const messages = [...accepted.values()].map(({ message }) => message);
  const began = new Map<string, number>();
  const arrived = new Map<string, number>();
  for (const fact of factsIn(database)) {
    if (fact.type === "message-accepted") arrived.set(fact.message, fact.at);
    if (fact.type === "turn-start" || fact.type === "messages-joined")
      for (const message of fact.messages) if (!began.has(message)) began.set(message, fact.at);
  }
  const waits = messages.flatMap((message) => {
    const [from, to] = [arrived.get(message), began.get(message)];
    return from === undefined || to === undefined ? [] : [to - from];
  });
  return {
    lost: messages.filter((message) => !answered.has(message)).length,
    waitMs: (share) => percentile(waits, share),
  };
}

/** Yields the stored events: those in one row share a time, unless they have their own. */
function* factsIn(database: DatabaseSync) {
  for (const { at, body } of database.prepare("select at, body from events").iterate())
    for (const fact of JSON.parse(String(body))) yield { at: Number(at), ...fact };
}
