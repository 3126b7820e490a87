import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../platform/log.ts";
import { toId } from "../kernel/ids.ts";
import type { Kernel } from "../store/kernel.ts";
import type { Repositories } from "../store/store.ts";
import type { WorkRow } from "../store/work.ts";
import type { Roster } from "./roster.ts";

/**
 * Finds out which work ends the process, so that it is set aside and nothing else is. Work that was
 * running when the process died is a suspect and comes back alone; only a death while it ran alone is
 * charged to it.
 */
export interface Quarantine {
  /** Charges what an earlier process was running when it died. Call it once, before anything runs. */
  start(): Promise<void>;
  /**
   * Resolves when the work may run; undefined if it has ended the process too often. Rejects when
   * `signal` aborts.
   */
  enter(work: WorkRef, signal: AbortSignal): Promise<Entry | undefined>;
  /** Says that the work has stored a step: it is no suspect any more. */
  progress(work: Pick<WorkRef, "kind" | "id">): Promise<void>;
  /** Says that the process stops: the next one charges nothing. */
  close(): void;
}

export interface WorkRef {
  readonly kind: string;
  readonly id: string;
  /** Process deaths, while it ran alone, after which it is set aside; without it, it never is. */
  readonly maxCrashes?: number | undefined;
}

export interface Entry {
  /** Ends a run. `isOver`: it came to an end, in success or failure, and was not cut off. */
  leave(isOver: boolean): Promise<void>;
}

export interface QuarantineDeps extends Pick<Kernel, "store" | "clock"> {
  readonly log: Log;
  readonly roster: Roster;
  /** Factor on all times, for tests. */
  readonly pace?: number | undefined;
}

const SECOND = 1000;
/** How long others may take to end before a suspect runs beside them. */
const DRAIN_MS = 30 * SECOND;

/** Returns how long work rests after the process died while it ran alone: 5 s, 20 s, 80 s … */
function restMs(crashes: number): number {
  return Math.min(5 * SECOND * 4 ** (crashes - 1), 3_600 * SECOND);
}

/** Returns how long a suspect runs alone: longer each time that it was present at a death. */
function soloMs(suspicion: number): number {
  return Math.min(10 * SECOND * 2 ** Math.max(suspicion - 1, 0), 600 * SECOND);
}

export function createQuarantine(deps: QuarantineDeps): Quarantine {
  const { store, clock, log, roster, pace = 1 } = deps;
  const suspects = new Map<string, WorkRow>();
  const running = new Set<string>();
  /** While somebody waits for a change. */
  let changed: EventTarget | undefined;
  /** The suspect that runs alone, and how long it does. */
  const solo = new Map<string, NodeJS.Timeout>();
  const waiting = new Set<string>();

  const change = () => {
    const old = changed;
    changed = undefined;
    old?.dispatchEvent(new Event("change"));
  };
  const nextChange = (signal: AbortSignal) =>
    once((changed ??= new EventTarget()), "change", { signal });
  const endSolo = (key: string) => {
    clearTimeout(solo.get(key));
    if (solo.delete(key)) change();
  };
  const acquit = async (key: string) => {
    const row = suspects.get(key);
    if (!row) return;
    suspects.delete(key);
    await store.commit("retry", (tx) => setCharges(tx, row, { crashes: 0, suspicion: 0 }));
    endSolo(key);
  };

  const untilFree = async (signal: AbortSignal) => {
    while (solo.size + waiting.size > 0) await nextChange(signal);
  };

  /** Waits until nothing else runs, or for as long as others may take to end. */
  const enterAlone = async (key: string, row: WorkRow, signal: AbortSignal) => {
    const wait = (row.nextAt - clock.now()) * pace;
    if (wait > 0) await sleep(wait, undefined, { signal });
    waiting.add(key);
    const drained = AbortSignal.timeout(Math.ceil(DRAIN_MS * pace));
    const either = AbortSignal.any([signal, drained]);
    try {
      while (solo.size > 0 || (running.size > 0 && !drained.aborted))
        await nextChange(solo.size > 0 ? signal : either).catch(() => signal.throwIfAborted());
    } finally {
      waiting.delete(key);
      change();
    }
    if (running.size > 0) return;
    solo.set(key, setTimeout(() => endSolo(key), soloMs(row.suspicion) * pace).unref());
  };

  return {
    async start() {
      const known = await store.read.work.suspects();
      if (known.length === 0 && (roster.left?.length ?? 0) === 0) return;
      const charged = await store.commit("recover", async (tx) => {
        for (const row of await tx.work.suspects())
          if (!(await isWaiting(tx, row))) await tx.work.remove(row.kind, row.id);
        if (!roster.left) return [];
        return blame(tx, roster.left, clock.now());
      });
      for (const key of charged) log.warn("work was running when the process died", { work: key });
      for (const row of await store.read.work.suspects()) suspects.set(keyOf(row), row);
    },
    async enter(work, signal) {
      const key = keyOf(work);
      const row = suspects.get(key);
      if (row && row.crashes >= (work.maxCrashes ?? Number.POSITIVE_INFINITY)) {
        suspects.delete(key);
        return undefined;
      }
      if (row) await enterAlone(key, row, signal);
      else await untilFree(signal);
      signal.throwIfAborted();
      running.add(key);
      roster.enter(key);
      return {
        async leave(isOver) {
          running.delete(key);
          roster.leave(key);
          if (isOver) await acquit(key);
          endSolo(key);
          change();
        },
      };
    },
    progress: (work) => acquit(keyOf(work)),
    close: () => roster.close(),
  };
}

function keyOf({ kind, id }: Pick<WorkRef, "kind" | "id">): string {
  return `${kind}:${id}`;
}

/**
 * Charges the death of an earlier process to what it was running. One piece of work: it is charged.
 * Several: each is a suspect. None: the process also dies without them, so all charges are dropped.
 */
async function blame(
  tx: Repositories,
  left: readonly string[],
  now: number,
): Promise<readonly string[]> {
  if (left.length === 0) {
    for (const row of await tx.work.suspects())
      await setCharges(tx, row, { crashes: 0, suspicion: row.suspicion });
    return [];
  }
  const charged: string[] = [];
  for (const key of left) {
    const at = key.indexOf(":");
    const { kind, id } = { kind: key.slice(0, at), id: key.slice(at + 1) };
    if (!(await isWaiting(tx, { kind, id }))) continue;
    const row = (await tx.work.byId(kind, id)) ?? newRow({ kind, id }, now);
    const crashes = row.crashes + 1;
    const charges =
      left.length === 1
        ? { crashes, suspicion: row.suspicion, nextAt: now + restMs(crashes) }
        : { crashes: row.crashes, suspicion: row.suspicion + 1 };
    await tx.work.set({ ...row, ...charges });
    charged.push(key);
  }
  return charged;
}

function newRow(work: Pick<WorkRef, "kind" | "id">, now: number): WorkRow {
  const counts = { attempts: 0, outages: 0, crashes: 0, suspicion: 0 };
  return { ...work, ...counts, createdAt: now, nextAt: now, state: "waiting", reason: null };
}

/** Stores the charges of a row, and removes it when nothing is left to remember. */
async function setCharges(
  tx: Repositories,
  { kind, id }: WorkRow,
  charges: Pick<WorkRow, "crashes" | "suspicion">,
): Promise<void> {
  const row = await tx.work.byId(kind, id);
  if (!row) return;
  const isEmpty = row.attempts + row.outages + charges.crashes + charges.suspicion === 0;
  if (isEmpty && row.state === "waiting") await tx.work.remove(kind, id);
  else await tx.work.set({ ...row, ...charges });
}

/** Work that ended before the process died had nothing to do with it. */
async function isWaiting(
  tx: Repositories,
  { kind, id }: Pick<WorkRef, "kind" | "id">,
): Promise<boolean> {
  if (kind === "turn") return (await tx.turns.byId(toId(id)))?.state === "running";
  if (kind === "reply") return (await tx.outbox.byId(id))?.state === "waiting";
  if (kind === "webhook") return (await tx.deliveries.byId(id))?.state === "waiting";
  if (kind === "job") return isJobWaiting(tx, id);
  return true;
}

/** `id`: of a job that is due, or `<job>@<instant>` of one of its runs. */
async function isJobWaiting(tx: Repositories, id: string): Promise<boolean> {
  const [, job, instant] = /^(.*)@(\d+)$/.exec(id) ?? [];
  if (job === undefined) {
    const found = await tx.jobs.byId(toId(id));
    return found?.state === "active" && found.nextAt !== null;
  }
  const run = await tx.jobs.run(toId(job), Number(instant));
  return run?.state === "claimed" || run?.state === "queued";
}
