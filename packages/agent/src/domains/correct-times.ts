import { attempt } from "../kernel/attempt.ts";
import type { Job } from "../store/items/jobs.ts";
import type { Repositories } from "../store/store.ts";
import { isMadeDuring, moveJob, type WrongTimes } from "./move-job.ts";

/** Sets times right that were stored while the clock was wrong, and the jobs that they delay. */
export async function correctTimes(
  tx: Repositories,
  wrong: WrongTimes,
  now: number,
): Promise<void> {
  await correctJobs(tx, now, wrong);
  if (wrong.ms !== 0) await tx.times.move({ ...wrong, now });
}

/** Has recurring jobs run at their next instant that wait for a later one, and moves those made at a wrong time. */
export async function correctJobs(
  tx: Repositories,
  now: number,
  wrong?: WrongTimes,
): Promise<void> {
  for (const { job, moved } of await findMoves(tx, now, wrong)) {
    await tx.jobs.change(job.id, moved);
    // Its runs were at times that come again.
    if (wrong && wrong.ms < 0 && isMadeDuring(job, wrong))
      await tx.jobs.removeRuns(job.id, Number.MAX_SAFE_INTEGER);
  }
}

/** Returns the jobs that wait for a wrong time, with what changes in them. */
export async function findMoves(
  read: Repositories,
  now: number,
  wrong?: WrongTimes,
): Promise<readonly MovedJob[]> {
  const jobs = await read.jobs.due(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const found = await Promise.all(jobs.map((job) => attempt(findMove(job, now, wrong))));
  // A schedule that cannot be read is reported when its job is fired.
  return found.flatMap((one) => (one.status === "fulfilled" && one.value ? [one.value] : []));
}

interface MovedJob {
  readonly job: Job;
  readonly moved: NonNullable<ReturnType<typeof moveJob>>;
}

async function findMove(
  job: Job,
  now: number,
  wrong: WrongTimes | undefined,
): Promise<MovedJob | undefined> {
  const moved = moveJob(job, now, wrong);
  return moved && { job, moved };
}
