import { OLD_ROW_KINDS } from "../../store/retention.ts";
import type { Store } from "../../store/store.ts";

export interface OldRowsOptions {
  readonly store: Store;
  /** Age in days from which rows are removed; 0 keeps all. */
  readonly days: number;
  readonly now: number;
}

const DAY_MS = 86_400_000;
/** Everyone else waits for a commit. */
const BATCH = 20;
/** Rows found by one read, in a thread of its own. */
const PAGE = 200;
/** The usage of the current month is summed up from its requests. */
const USAGE_DAYS = 32;

/**
 * Removes rows of the agent's own work that are older than `days` and that nothing needs any more, in small
 * commits. Yields after each of them, so that the caller can do other work in between, or stop.
 */
export async function* removeOldRows(options: OldRowsOptions): AsyncGenerator<void> {
  if (options.days === 0) return;
  yield* removeFromTurns(options);
  yield* removeEvents(options);
  yield* removeOthers(options);
}

async function* removeFromTurns({ store, days, now }: OldRowsOptions): AsyncGenerator<void> {
  const before = now - days * DAY_MS;
  for (let after: number | undefined = 0; after !== undefined;) {
    const page = { after, limit: PAGE };
    const { turns, last } = await store.slow.retention.finishedTurns(before, page);
    for (const turn of turns) {
      let rows = BATCH;
      while (rows === BATCH) {
        rows = await store.commit("forget", (tx) => tx.retention.removeFromTurn(turn, BATCH));
        yield;
      }
    }
    after = last;
  }
}

async function* removeEvents({ store, days, now }: OldRowsOptions): AsyncGenerator<void> {
  const before = now - days * DAY_MS;
  for (const { id } of await store.slow.chats.list())
    for (let after: number | undefined = 0; after !== undefined;) {
      const page = { after, limit: PAGE };
      const { seqs, last } = await store.slow.retention.oldEvents(id, before, page);
      for (const batch of batchesOf(seqs)) {
        await store.commit("forget", (tx) => tx.retention.removeEvents(id, batch));
        yield;
      }
      after = last;
    }
}

async function* removeOthers({ store, days, now }: OldRowsOptions): AsyncGenerator<void> {
  for (const kind of OLD_ROW_KINDS) {
    const age = kind === "usage" ? Math.max(days, USAGE_DAYS) : days;
    const before = now - age * DAY_MS;
    let removed = PAGE;
    while (removed === PAGE) {
      const keys = await store.slow.retention.oldRows(kind, before, PAGE);
      removed = 0;
      for (const batch of batchesOf(keys)) {
        removed += await store.commit("forget", (tx) =>
          tx.retention.removeRows(kind, before, batch),
        );
        yield;
      }
    }
  }
}

function* batchesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += BATCH) yield items.slice(at, at + BATCH);
}
