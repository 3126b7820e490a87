import type { JobSchedule } from "../../store/jobs.ts";
import { formatMoment } from "when-in-words";

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** Describes in words when a job runs. */
export function describeSchedule(
  schedule: JobSchedule,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): string {
  switch (schedule.type) {
    case "at":
      return formatMoment(schedule.at, { now, timeZone });
    case "every":
      return `every ${formatDistance(schedule.everyMs)}`;
    case "cron":
      return `cron ${schedule.cron} (${schedule.timeZone})`;
    case "rule":
      return `${schedule.rule} (${schedule.timeZone})`;
    case "after":
      return "after other jobs";
    case "watch": {
      const who = schedule.person ?? "somebody";
      return `when ${who} writes about ${schedule.words.join(" ")}`;
    }
  }
}

function formatDistance(ms: number): string {
  const [unit, size] = UNITS.find(([, one]) => ms % one === 0) ?? ["second", 1000];
  const count = ms / size;
  return count === 1 ? unit : `${count} ${unit}s`;
}
