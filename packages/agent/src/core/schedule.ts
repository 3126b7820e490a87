import { isDoubted } from "../kernel/clock.ts";
import { createWakeup, type Wakeup } from "../kernel/wakeup.ts";
import type { CommitPoint } from "../store/commit-point.ts";
import { correctJobs, findMoves } from "../domains/correct-times.ts";
import { makeDue } from "../domains/jobs.ts";
import type { JobId } from "../kernel/ids.ts";
import { syncHeartbeat } from "./schedule/heartbeat.ts";
import { nextDueOf } from "./schedule/job-work.ts";
import type { ScheduleDeps } from "./schedule/deps.ts";

export type { Heartbeat, QuietUntil } from "./schedule/deps.ts";

/** Commits of these points may have changed jobs: ring the wakeup after them. */
export const CHANGES_JOBS: ReadonlySet<CommitPoint> = new Set([
  "change-job",
  "change-memory",
  "configure-place",
]);

/** The schedule; `jobWork` runs what is due. */
export interface Schedule {
  /**
   * Takes up what a former process left, where the store proves it dead, and creates the
   * heartbeat as the config says. Call it before jobs run.
   */
  start(): Promise<void>;
  /** Makes a job due now, whatever its time is; false where there is none that could run. */
  run(id: JobId): Promise<boolean>;
  /** When a job becomes due, in Unix milliseconds; undefined when nothing is planned. */
  nextDue(): Promise<number | undefined>;
  /** Rings when jobs were changed or have ended. */
  readonly wakeup: Wakeup;
}

/** Creates the schedule; `wakeup` is rung by those who change jobs. */
export function createSchedule(deps: ScheduleDeps, wakeup: Wakeup = createWakeup()): Schedule {
  const { store, clock } = deps;
  return {
    wakeup,
    async start() {
      const [left] = await store.read.jobs.abandoned(Number.MAX_SAFE_INTEGER, 1);
      if (left && store.isExclusive)
        await store.commit("fire-jobs", (tx) => tx.jobs.voidRunLeases());
      await syncHeartbeat(deps);
      if (isDoubted(clock) || (await findMoves(store.read, clock.now())).length === 0) return;
      await store.commit("recover", (tx) => correctJobs(tx, clock.now()));
    },
    async run(id) {
      const isDue = await store.commit("change-job", async (tx) => {
        const job = await tx.jobs.byId(id);
        if (!job || job.state === "cancelled") return false;
        await makeDue(tx, job, clock.now());
        return true;
      });
      wakeup.notify();
      return isDue;
    },
    nextDue: () => nextDueOf(deps),
  };
}
