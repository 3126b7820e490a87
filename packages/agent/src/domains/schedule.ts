import type { Job, JobRun, JobSchedule } from "../store/items/jobs.ts";
import { lastMissed } from "./schedule/last-missed.ts";
import { nextInstant } from "./schedule/next-instant.ts";

/** Time in milliseconds after which a due run counts as missed. */
export const MISSED_MS = 60_000;

/** Maximum number of missed instants of one job to run at once. */
const MAX_AT_ONCE = 100;

/**
 * Returns the first instant of a schedule that is made now; undefined when it waits for something else, or
 * is over.
 */
export function firstInstant(schedule: JobSchedule, now: number): number | undefined {
  return nextInstant(schedule, now);
}

/** One instant of a job that is due. `missed`: nothing runs at it. */
export interface DueRun {
  readonly instant: number;
  readonly type: "due" | "late" | "missed";
}

export interface DuePlan {
  readonly runs: readonly DueRun[];
  /** Next due time; null if there is none. */
  readonly nextAt: number | null;
}

/** Decides which runs of a due job to start, by its missed policy, and when it is due next. */
export function planDue(
  { schedule, onMissed, nextAt }: Pick<Job, "schedule" | "onMissed" | "nextAt">,
  now: number,
): DuePlan {
  if (nextAt === null || nextAt > now) return { runs: [], nextAt };
  const due = dueSince(schedule, nextAt);
  if (now - due <= MISSED_MS)
    return { runs: [{ instant: nextAt, type: "due" }], nextAt: nextOf(schedule, nextAt) };
  switch (onMissed) {
    case "skip": {
      const missed: DueRun = { instant: nextAt, type: "missed" };
      const last = lastMissed(schedule, { first: nextAt, now });
      const isOnTime = last > nextAt && now - last <= MISSED_MS;
      const runs = isOnTime ? [missed, runAt(schedule, last, now)] : [missed];
      return { runs, nextAt: nextOf(schedule, now) };
    }
    case "run-once": {
      const instant = lastMissed(schedule, { first: nextAt, now });
      return { runs: [runAt(schedule, instant, now)], nextAt: nextOf(schedule, now) };
    }
    case "run-all":
      return planAll(schedule, { first: nextAt, now });
  }
}

/** Returns the time at which a job that is due now was scheduled: one moved out of quiet hours keeps its time. */
export function dueSince(schedule: JobSchedule, nextAt: number): number {
  return schedule.type === "at" ? Math.min(schedule.at, nextAt) : nextAt;
}

function planAll(
  schedule: JobSchedule,
  { first, now }: { readonly first: number; readonly now: number },
): DuePlan {
  const runs: DueRun[] = [];
  let next: number | null = first;
  while (next !== null && next <= now && runs.length < MAX_AT_ONCE) {
    runs.push(runAt(schedule, next, now));
    next = nextOf(schedule, next);
  }
  return { runs, nextAt: next };
}

function runAt(schedule: JobSchedule, instant: number, now: number): DueRun {
  return { instant, type: now - dueSince(schedule, instant) > MISSED_MS ? "late" : "due" };
}

function nextOf(schedule: JobSchedule, after: number): number | null {
  return nextInstant(schedule, after) ?? null;
}

/** A job that another waits for, with its newest run. */
export interface Parent {
  readonly job: Pick<Job, "id" | "state">;
  readonly run: JobRun | undefined;
}

/**
 * Checks whether a job's parents let it run: each of them has run since the job last ran, and none is
 * running. `skip`: one of them failed, and the job's policy is to skip.
 */
export function checkParents(
  { lastAt, onParentFailure }: Pick<Job, "lastAt" | "onParentFailure">,
  parents: readonly Parent[],
): "run" | "skip" | "wait" {
  const ends = parents.map((parent) => endOf(parent, lastAt));
  if (ends.includes("open")) return "wait";
  return ends.includes("failed") && onParentFailure === "skip" ? "skip" : "run";
}

function endOf({ job, run }: Parent, lastAt: number | null): "open" | "done" | "failed" {
  if (run && !isSettled(run)) return "open";
  const isFresh = run !== undefined && (lastAt === null || run.at > lastAt);
  if (isFresh || (run && job.state === "done")) return isFailed(run) ? "failed" : "done";
  return job.state === "active" ? "open" : "failed";
}

/** Checks whether a run has finished. */
export function isSettled({ state }: Pick<JobRun, "state">): boolean {
  return state !== "claimed" && state !== "queued";
}

/** Checks whether a run produced no result. */
export function isFailed({ state }: Pick<JobRun, "state">): boolean {
  return state === "failed" || state === "skipped";
}

/** Checks whether a job is finished once it has run and will not become due again. */
export function isFinished(
  { schedule }: Pick<Job, "schedule">,
  parents: readonly Pick<Parent, "job">[],
): boolean {
  if (schedule.type === "watch") return false;
  return schedule.type !== "after" || parents.every(({ job }) => job.state !== "active");
}
