import type { JobSchedule } from "../../store/items/jobs.ts";
import { nextCron, nextOccurrence } from "../time.ts";

/** Returns the next instant of a schedule strictly after `after`; undefined if there is none. */
export function nextInstant(schedule: JobSchedule, after: number): number | undefined {
  switch (schedule.type) {
    case "at":
      return schedule.at > after ? schedule.at : undefined;
    case "every": {
      const { from, everyMs } = schedule;
      if (from > after) return from;
      return from + (Math.floor((after - from) / everyMs) + 1) * everyMs;
    }
    case "cron":
      return nextCron(schedule.cron, { after, timeZone: schedule.timeZone });
    case "rule": {
      const { rule, start, timeZone } = schedule;
      return nextOccurrence(rule, { start, after, timeZone });
    }
    case "after":
    case "watch":
      return undefined;
  }
}
