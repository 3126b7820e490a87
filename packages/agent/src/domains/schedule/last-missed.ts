import type { JobSchedule } from "../../store/items/jobs.ts";
import { nextInstant } from "./next-instant.ts";

/** Long enough for any recurrence that people think of. */
const LOOK_BACK_MS = 10 * 366 * 86_400_000;
const FIRST_LOOK_MS = 15 * 60_000;

/**
 * Returns the newest instant of a schedule between `first`, at which it was due, and `now`. Searches
 * backward in growing steps, so that a minutely job costs no more after a year than after a day.
 */
export function lastMissed(
  schedule: JobSchedule,
  { first, now }: { readonly first: number; readonly now: number },
): number {
  if (schedule.type === "every") {
    const next = nextInstant(schedule, now);
    return next === undefined ? first : Math.max(first, next - schedule.everyMs);
  }
  if (schedule.type !== "cron" && schedule.type !== "rule") return first;
  for (let back = FIRST_LOOK_MS; back < LOOK_BACK_MS && now - back > first; back *= 4) {
    const last = lastAfter(schedule, { after: now - back, now });
    if (last !== undefined) return last;
  }
  return lastAfter(schedule, { after: first, now }) ?? first;
}

function lastAfter(
  schedule: JobSchedule,
  { after, now }: { readonly after: number; readonly now: number },
): number | undefined {
  let last: number | undefined;
  for (
    let next = nextInstant(schedule, after);
    next !== undefined && next <= now;
    next = nextInstant(schedule, next)
  )
    last = next;
  return last;
}
