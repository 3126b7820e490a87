import type { Job, JobSchedule } from "../store/items/jobs.ts";
import { firstInstant } from "./schedule.ts";

/** Times of a job that were wrong, with how far to move them in milliseconds. */
export interface WrongTimes {
  readonly ms: number;
  readonly from: number;
  readonly until: number;
}

type Moved = Pick<Job, "nextAt" | "schedule">;

/**
 * Returns what changes in an active job when the clock is set right: one that was made at a wrong
 * time is moved with it, and one that runs again is due at its next instant from `now` on.
 * Undefined if nothing changes.
 */
export function moveJob(job: Job, now: number, wrong?: WrongTimes): Moved | undefined {
  const { nextAt } = job;
  if (nextAt === null) return undefined;
  const isMadeThen = wrong && isMadeDuring(job, wrong);
  const schedule = isMadeThen ? moveSchedule(job.schedule, wrong.ms) : job.schedule;
  if (schedule.type === "at")
    return isMadeThen ? { schedule, nextAt: nextAt + wrong.ms } : undefined;
  const next = firstInstant(schedule, now);
  if (next === undefined || (next >= nextAt && !isMadeThen)) return undefined;
  return { schedule, nextAt: next };
}

/** Checks whether a job was made while the clock was wrong. */
export function isMadeDuring({ createdAt }: Pick<Job, "createdAt">, { from, until }: WrongTimes) {
  return createdAt >= from && createdAt <= until;
}

function moveSchedule(schedule: JobSchedule, ms: number): JobSchedule {
  switch (schedule.type) {
    case "at":
      return { ...schedule, at: schedule.at + ms };
    case "every":
      return { ...schedule, from: schedule.from + ms };
    case "rule":
      return { ...schedule, start: schedule.start + ms };
    case "watch":
      return { ...schedule, until: schedule.until + ms };
    default:
      return schedule;
  }
}
