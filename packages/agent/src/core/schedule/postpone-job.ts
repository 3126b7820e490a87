import { firstInstant } from "../../domains/schedule.ts";
import type { Job, JobSchedule } from "../../store/items/jobs.ts";
import type { Repositories } from "../../store/store.ts";
import { decide, toFailure } from "../work/decide.ts";
import { POLICIES } from "../work/policy.ts";
import type { ScheduleDeps } from "./deps.ts";

interface PostponeDeps extends ScheduleDeps {
  readonly now: number;
  /** Why the job could not be fired. */
  readonly error: unknown;
}

/**
 * Has a job that could not be fired wait for its next try. After too many tries this run has failed:
 * a recurring job goes on with its next run, and any other one is cancelled.
 */
export async function postponeJob(
  job: Job,
  { store, log, now, error }: PostponeDeps,
): Promise<void> {
  const { id, nextAt } = job;
  if (nextAt === null) return;
  log.error("job failed", { job: id, error });
  await store.commit("fire-jobs", async (tx) => {
    const tries = (await tx.work.byId(KIND, id)) ?? { attempts: 0, outages: 0, createdAt: now };
    const given = { policy: POLICIES.job, now, random: 0 };
    const verdict = decide(tries, toFailure(error), given);
    if (verdict.state !== "waiting") return failRun(tx, job, { now, reason: verdict.reason });
    if (!(await tx.jobs.move(id, nextAt, { nextAt: verdict.nextAt }))) return;
    const counts = { crashes: 0, suspicion: 0, createdAt: tries.createdAt };
    await tx.work.set({ kind: KIND, id, ...verdict, ...counts });
  });
}

const KIND = "job";

async function failRun(
  tx: Repositories,
  { id, nextAt, schedule }: Job,
  { now, reason }: { readonly now: number; readonly reason: string },
): Promise<void> {
  await tx.work.remove(KIND, id);
  const next = nextRun(schedule, now);
  const isOver = next === undefined && schedule.type !== "watch";
  const moved = { nextAt: next ?? null, ...(isOver && { state: "cancelled" as const }) };
  if (!(await tx.jobs.move(id, nextAt, moved))) return;
  if (isOver) await tx.jobs.change(id, { why: `it could not be run: ${reason}` });
  await tx.jobs.addRun({
    job: id,
    instant: nextAt ?? now,
    state: "failed",
    message: null,
    result: reason,
    label: null,
    at: now,
    owner: null,
    leaseUntil: 0,
  });
}

/** Undefined if there is none, or if the schedule itself is what breaks. */
function nextRun(schedule: JobSchedule, now: number): number | undefined {
  try {
    return firstInstant(schedule, now);
  } catch {
    return undefined;
  }
}
