import type { Update } from "grammy/types";

export interface PollDeps {
  /** Updates from `offset` on, waiting for one; those before it are acknowledged. */
  readonly ask: (offset: number | undefined) => Promise<readonly Update[]>;
  /** Resolves once an update may be acknowledged; false when the bot was stopped before. */
  readonly take: (update: Update) => Promise<boolean>;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** So long updates are waited for before Telegram is asked again beside them. */
const GRACE_MS = 200;
/** So long it rests where Telegram has nothing new to say than what is under way. */
const RETRY_MS = 1000;

/**
 * Asks for updates until `signal` aborts, and hands each on at once. An update is acknowledged
 * when it and all before it have been taken; others do not wait for one that takes long. Rejects
 * with what asking rejects with.
 */
export async function pollUpdates(
  { ask, take, pause }: PollDeps,
  signal: AbortSignal,
): Promise<void> {
  const open = new Map<number, Promise<void>>();
  const taken = new Set<number>();
  let next: number | undefined;

  const begin = (update: Update) => {
    const { update_id: id } = update;
    next = Math.max(next ?? id + 1, id + 1);
    open.set(id, finish(update));
  };
  const finish = async (update: Update): Promise<void> => {
    if (!(await take(update))) return;
    open.delete(update.update_id);
    taken.add(update.update_id);
  };
  const restUntilTaken = async (ms: number, all: "all" | "any") => {
    if (open.size === 0) return;
    const works = [...open.values()];
    const over = new AbortController();
    const time = pause(ms, AbortSignal.any([signal, over.signal]));
    await Promise.race([all === "all" ? Promise.all(works) : Promise.race(works), time]);
    over.abort();
  };

  while (!signal.aborted) {
    const offset = open.size > 0 ? Math.min(...open.keys()) : next;
    for (const id of taken) if (offset === undefined || id < offset) taken.delete(id);
    const updates = await ask(offset);
    const fresh = updates.filter(({ update_id: id }) => !open.has(id) && !taken.has(id));
    for (const update of fresh) begin(update);
    if (fresh.length > 0) await restUntilTaken(GRACE_MS, "all");
    else await restUntilTaken(RETRY_MS, "any");
  }
  await Promise.all(open.values());
}
