import type { Wakeup } from "../kernel/wakeup.ts";
import type { Kernel } from "../store/kernel.ts";
import type { Repositories } from "../store/store.ts";
import type { WorkRow } from "../store/work.ts";
import type { WorkItem, WorkKind } from "./run-work.ts";
import type { WorkName } from "./policy.ts";

/** Work whose rows have no columns for retries. */
export interface PlainWork<Item extends WorkItem> {
  readonly name: WorkName;
  readonly wakeup: Wakeup;
  readonly pollMs?: number;
  readonly quietMs?: number;
  /** Returns items that may run now, oldest first. */
  list(query: { readonly now: number; readonly limit: number }): Promise<readonly Item[]>;
  /** When the next item becomes due, in Unix milliseconds; undefined if none will by itself. */
  nextDue?(): Promise<number | undefined>;
  run(item: Item, signal: AbortSignal): Promise<void>;
  /** Whether an item is a duty that comes again: a person who drops its dead letter drops one run of it. */
  recurs?(item: Item): boolean;
  /** Passes over an item that was given up, so that those after it continue; without it, it is a dead letter. */
  skip?(tx: Repositories, item: Item, reason: string): Promise<void>;
}

/** Adds retries to work whose rows have no columns for them: they are rows of their own, for failures only. */
export function withRetries<Item extends WorkItem>(
  plain: PlainWork<Item>,
  { store, clock }: Pick<Kernel, "store" | "clock">,
): WorkKind<Item> {
  const { name } = plain;
  let rows: ReadonlyMap<string, WorkRow> = new Map();
  let listed: ReadonlySet<string> = new Set();
  let lookedAt = -Infinity;
  /** The failures of an item that count. */
  const rowOf = (item: Item): WorkRow | undefined => {
    const row = rows.get(item.id);
    return row?.state === "dropped" && plain.recurs?.(item) ? undefined : row;
  };
  return {
    ...plain,
    async take({ now, limit, running }) {
      lookedAt = now;
      rows = new Map((await store.read.work.of(name)).map((row) => [row.id, row]));
      const items = await plain.list({ now, limit: limit + running.size + rows.size });
      listed = new Set(items.map(({ id }) => id));
      const isFree = (item: Item) => {
        const row = rowOf(item);
        return !running.has(item.id) && (!row || (row.state === "waiting" && row.nextAt <= now));
      };
      return items.filter(isFree).slice(0, limit);
    },
    async nextDue() {
      const next = await plain.nextDue?.();
      // What is due already was returned by `take`, or waits for its retry.
      const own = next !== undefined && next > lookedAt ? next : undefined;
      // Nothing is left to retry of an item that is not listed any more.
      const retries = [...rows.values()].filter(({ id }) => listed.has(id));
      const waiting = retries.filter(({ state }) => state === "waiting");
      const times = [...waiting.map(({ nextAt }) => nextAt), ...(own === undefined ? [] : [own])];
      return times.length === 0 ? undefined : Math.min(...times);
    },
    async run(item, signal) {
      await plain.run(item, signal);
      if (rows.has(item.id)) await store.commit("retry", (tx) => tx.work.remove(name, item.id));
    },
    triesOf: (item) => rowOf(item) ?? { attempts: 0, outages: 0, createdAt: clock.now() },
    async settle(item, { state, attempts, outages, nextAt, reason }) {
      const { id } = item;
      if (plain.skip && state !== "waiting") {
        await store.commit("retry", async (tx) => {
          await plain.skip?.(tx, item, reason);
          await tx.work.remove(name, id);
        });
        return;
      }
      const { createdAt = clock.now(), crashes = 0, suspicion = 0 } = rowOf(item) ?? {};
      const tried = { attempts, outages, crashes, suspicion, createdAt, nextAt };
      await store.commit("retry", (tx) => tx.work.set({ kind: name, id, ...tried, state, reason }));
    },
  };
}
