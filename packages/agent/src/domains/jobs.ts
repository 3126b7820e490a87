import { truncate } from "../kernel/text/truncate.ts";
import type { JobId } from "../kernel/ids.ts";
import type { Label } from "../kernel/label.ts";
import type { Job, JobRun } from "../store/items/jobs.ts";
import type { Repositories } from "../store/store.ts";
import { isSettled, checkParents, type Parent } from "./schedule.ts";

/** Maximum number of characters stored of a run's result. */
const MAX_RESULT_CHARS = 2_000;

/** Outcome of a run. */
export interface RunEnd {
  readonly state: "done" | "failed" | "skipped";
  readonly result: string;
  /** Label of the result; absent for built-in text. */
  readonly label?: Label | undefined;
  /** Unix milliseconds. */
  readonly at: number;
}

/** Returns the jobs that a job waits for, each with its newest run. */
export async function parentsOf(
  tx: Repositories,
  { parents }: Pick<Job, "parents">,
): Promise<readonly Parent[]> {
  const found: Parent[] = [];
  for (const id of parents) {
    const job = await tx.jobs.byId(id);
    const [run] = await tx.jobs.runs(id, 1);
    if (job) found.push({ job, run });
  }
  return found;
}

/** Stores the outcome of a run, and wakes the jobs that waited for it; false if it was already stored. */
export async function endRun(
  tx: Repositories,
  { job, instant }: Pick<JobRun, "job" | "instant">,
  { state, result, label, at }: RunEnd,
): Promise<boolean> {
  const kept = truncate(result, MAX_RESULT_CHARS);
  const isNew = await tx.jobs.settleRun(job, instant, {
    state,
    at,
    result: kept,
    ...(label && { label }),
  });
  if (isNew) await wakeChildren(tx, job, at);
  return isNew;
}

/** Makes the jobs due that waited for this one, as far as nothing else holds them up. */
export async function wakeChildren(tx: Repositories, parent: JobId, now: number): Promise<void> {
  for (const child of await tx.jobs.childrenOf(parent)) {
    if (child.nextAt !== null) continue;
    const verdict = checkParents(child, await parentsOf(tx, child));
    if (verdict !== "wait") await tx.jobs.move(child.id, null, { nextAt: now });
  }
}

/**
 * Cancels a job and its queued runs; running ones continue. Returns false if there was nothing to cancel.
 * Jobs that waited for it follow their policy for failures.
 */
export async function cancelJob(tx: Repositories, id: JobId, now: number): Promise<boolean> {
  const isCancelled = await tx.jobs.cancel(id);
  const isWithdrawn = await withdrawRuns(tx, id, now);
  if (isCancelled || isWithdrawn) await wakeChildren(tx, id, now);
  return isCancelled || isWithdrawn;
}

/** Makes a job due now, also one that has run. */
export async function makeDue(
  tx: Repositories,
  { id, schedule }: Pick<Job, "id" | "schedule">,
  now: number,
): Promise<void> {
  await tx.jobs.change(id, {
    state: "active",
    nextAt: now,
    ...(schedule.type === "at" && { schedule: { type: "at", at: now } }),
  });
}

/** Among so many of the newest runs are all that wait: those made up for at once, and those that came since. */
const NEWEST = 1_000;

async function withdrawRuns(tx: Repositories, id: JobId, now: number): Promise<boolean> {
  let isWithdrawn = false;
  const runs = await tx.jobs.runs(id, NEWEST);
  for (const run of runs.filter((one) => !isSettled(one)))
    isWithdrawn = (await withdrawRun(tx, run, now)) || isWithdrawn;
  return isWithdrawn;
}

async function withdrawRun(
  tx: Repositories,
  { job, instant, message }: JobRun,
  now: number,
): Promise<boolean> {
  if (message !== null) {
    const row = await tx.inbox.byId(message);
    if (row?.state !== "queued") return false;
    await tx.inbox.end([message], "withdrawn", "cancelled");
  }
  const end = { state: "skipped", result: "cancelled", at: now } as const;
  return tx.jobs.settleRun(job, instant, end);
}
