import { attempt } from "../kernel/attempt.ts";
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
): Promise<number> {
  let changed = 0;
  for (const job of await tx.jobs.due(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)) {
    const move = async () => moveJob(job, now, wrong);
    const moved = await attempt(move());
    // A schedule that cannot be read is reported when its job is fired.
    if (moved.status === "rejected" || !moved.value) continue;
    await tx.jobs.change(job.id, moved.value);
    // Its runs were at times that come again.
    if (wrong && wrong.ms < 0 && isMadeDuring(job, wrong))
      await tx.jobs.removeRuns(job.id, Number.MAX_SAFE_INTEGER);
    changed += 1;
  }
  return changed;
}
