import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../kernel/clock.ts";
import type { Wakeup } from "../kernel/wakeup.ts";
import type { Log, LogFields } from "../platform/log.ts";
import { Crashed, decide, type Failure, toFailure, type Tries, type Verdict } from "./decide.ts";
import type { Quarantine, WorkRef } from "./quarantine.ts";
import { type PolicyOverrides, policyOf, type WorkName } from "./policy.ts";

/** A piece of work that is due. */
export interface WorkItem {
  readonly id: string;
}

/** One kind of work. Its handler knows no retries: it stores its success, or throws. */
export interface WorkKind<Item extends WorkItem> {
  readonly name: WorkName;
  /** Notified when there may be something to do. */
  readonly wakeup: Wakeup;
  /** Longest pause before the next look, in milliseconds; without it, only `wakeup` ends a pause. */
  readonly pollMs?: number;
  /** Lets changes gather for so long after a wakeup, in milliseconds, before the next look. */
  readonly quietMs?: number;
  /**
   * Returns items that may run now, oldest first, and none of those that are running; "again" where
   * looking had an effect and should be repeated at once.
   */
  take(query: WorkQuery<Item>): Promise<readonly Item[] | "again">;
  /** Whether `nextDue` knows of all that is left after `take`: then nobody has to look again at once. */
  readonly looksAhead?: boolean;
  /**
   * When the next item becomes due, in Unix milliseconds; undefined if none waits. Called after `take`,
   * so it may return what `take` saw.
   */
  nextDue(): Promise<number | undefined>;
  /** Does the work. Resolves to `QUIET` if nothing else became due through its end. */
  run(item: Item, signal: AbortSignal): Promise<void | typeof QUIET>;
  /** Returns how often an item was tried. */
  triesOf(item: Item): Tries | Promise<Tries>;
  /** Classifies what a run threw; by default `toFailure`. */
  failureOf?(error: unknown): Failure;
  /** Stores what becomes of an item whose run failed. */
  settle(item: Item, verdict: Verdict, error: unknown): Promise<void>;
  /** Name under which a crash is charged to the item; by default its id. */
  subjectOf?(item: Item): Pick<WorkRef, "kind" | "id">;
  /** Returns fields that name an item in the log; by default its id. */
  describe?(item: Item): LogFields;
  /** Waits for running items when the process stops; by default until all have ended. */
  drain?(running: readonly Promise<void>[]): Promise<void>;
}

/** Nobody has to look for work because an item has ended. */
export const QUIET = "quiet";

export interface WorkQuery<Item> {
  readonly now: number;
  /** Whether an item has ended since the last look, it was made `again`, or nobody has looked yet. */
  readonly hasEnded?: boolean;
  readonly limit: number;
  readonly running: ReadonlyMap<string, Item>;
}

export interface RunWorkDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Between 0 and 1. */
  readonly random: () => number;
  readonly policies?: PolicyOverrides | undefined;
  readonly quarantine: Pick<Quarantine, "enter">;
  /** Lets changes gather; resolves when `signal` aborts. Default: a timer. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Runs work of one kind as `runWork` does, with the deps of whoever passes it. */
export type RunKind = <Item extends WorkItem>(kind: WorkKind<Item>) => Promise<void>;

/** Background work of another part of the agent. */
export interface Upkeep {
  /** Rung when something that was given up is tried again. */
  readonly wakeup: Pick<Wakeup, "notify">;
  /** Does the work until `signal` aborts. */
  run(run: RunKind, signal: AbortSignal): Promise<void>;
}

/** How long the runner rests when the store cannot be read or written. */
const STORE_RETRY_MS = 1000;

/**
 * Runs all work of one kind until `signal` aborts, and resolves when nothing runs any more. An item
 * that fails waits, or is set aside, as the policy of its kind says; the others continue.
 */
export async function runWork<Item extends WorkItem>(
  kind: WorkKind<Item>,
  deps: RunWorkDeps,
  signal: AbortSignal,
): Promise<void> {
  const { clock, log, policies, pause = untilOver } = deps;
  const { wakeup, quietMs = 0 } = kind;
  const { concurrency } = policyOf(kind.name, policies);
  const running = new Map<string, { readonly item: Item; readonly done: Promise<void> }>();
  let hasEnded = true;
  const onAbort = () => wakeup.notify();
  signal.addEventListener("abort", onAbort);

  const runToEnd = async (item: Item): Promise<void> => {
    const outcome = await runItem(kind, item, { deps, signal });
    const wasFull = running.size >= concurrency;
    // The same id may have been taken again.
    if (running.get(item.id)?.item === item) running.delete(item.id);
    // Others may have waited for room.
    if (outcome === QUIET && !wasFull) return;
    hasEnded = true;
    wakeup.notify();
  };
  const start = (item: Item) => void running.set(item.id, { item, done: runToEnd(item) });
  /** Starts what is due; returns how long to wait, undefined for until the wakeup. */
  const look = async (): Promise<number | undefined> => {
    const room = concurrency - running.size;
    if (room <= 0) return undefined;
    const now = clock.now();
    // Noted before reading: what ends meanwhile must not start again.
    const busy = new Map([...running].map(([id, { item }]) => [id, item]));
    const query = { now, limit: room, running: busy, hasEnded };
    hasEnded = false;
    const due = await kind.take(query);
    if (due === "again") {
      hasEnded = true;
      return 0;
    }
    for (const item of due) start(item);
    if (due.length > 0 && !kind.looksAhead) return 0;
    const next = await kind.nextDue();
    const isDue = next !== undefined && next <= now;
    if (isDue && due.length > 0) return 0;
    // What is due and was not taken is held up by something else.
    return waitMs(next, isDue ? STORE_RETRY_MS : 0, { now: clock.now(), ...kind });
  };

  while (!signal.aborted) {
    const ms = await look().catch((error: unknown) => {
      log.error("failed to look for work", { kind: kind.name, error });
      return STORE_RETRY_MS;
    });
    if (ms === 0 || signal.aborted) continue;
    await wakeup.wait(ms);
    if (quietMs > 0 && !hasEnded) await pause(quietMs, signal);
  }
  signal.removeEventListener("abort", onAbort);
  const left = [...running.values()].map(({ done }) => done);
  await (kind.drain ? kind.drain(left) : Promise.all(left));
}

function waitMs(
  next: number | undefined,
  leastMs: number,
  { now, pollMs }: { readonly now: number; readonly pollMs?: number },
): number | undefined {
  if (next === undefined) return pollMs;
  const ms = Math.max(next - now, leastMs);
  return pollMs === undefined ? ms : Math.min(ms, pollMs);
}

async function runItem<Item extends WorkItem>(
  kind: WorkKind<Item>,
  item: Item,
  { deps, signal }: { readonly deps: RunWorkDeps; readonly signal: AbortSignal },
): Promise<void | typeof QUIET> {
  try {
    return await runEntered(kind, item, { deps, signal });
  } catch (error) {
    // What the end of the process cut off says nothing about the item.
    if (!signal.aborted) await settle(kind, item, { error, deps, signal });
  }
}

async function runEntered<Item extends WorkItem>(
  kind: WorkKind<Item>,
  item: Item,
  { deps, signal }: { readonly deps: RunWorkDeps; readonly signal: AbortSignal },
): Promise<void | typeof QUIET> {
  const { maxCrashes } = policyOf(kind.name, deps.policies);
  const work = kind.subjectOf?.(item) ?? { kind: kind.name, id: item.id };
  const isOurs = work.kind === kind.name;
  const entry = await deps.quarantine.enter(
    { ...work, maxCrashes: isOurs ? maxCrashes : undefined },
    signal,
  );
  if (!entry) throw new Crashed(`it crashed the process ${maxCrashes} times`);
  try {
    return await kind.run(item, signal);
  } finally {
    await entry.leave(!signal.aborted);
  }
}

/** Stores a failure, however long the store cannot be written to: the item would be tried too soon. */
async function settle<Item extends WorkItem>(
  kind: WorkKind<Item>,
  item: Item,
  {
    error,
    deps,
    signal,
  }: { readonly error: unknown; readonly deps: RunWorkDeps; readonly signal: AbortSignal },
): Promise<void> {
  const { clock, log, random, policies } = deps;
  const facts = { ...(kind.describe?.(item) ?? { item: item.id }), error };
  const failure = kind.failureOf?.(error) ?? toFailure(error);
  while (!signal.aborted) {
    const given = { policy: policyOf(kind.name, policies), now: clock.now(), random: random() };
    try {
      const verdict = decide(await kind.triesOf(item), failure, given);
      await kind.settle(item, verdict, error);
      log.warn(`${kind.name} failed`, facts);
      if (verdict.state !== "waiting") log.error(`${kind.name} given up`, facts);
      return;
    } catch (cause) {
      log.error(`failed to postpone a ${kind.name}`, { ...facts, error: cause });
      await untilOver(STORE_RETRY_MS, signal);
    }
  }
}

async function untilOver(ms: number, signal: AbortSignal): Promise<void> {
  // An abort ends the pause early; it is the only way this timer can fail.
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
