import { dueSince, type DueRun } from "../../domains/schedule.ts";
import { formatMoment } from "../../domains/time.ts";
import type { Job } from "../../store/jobs.ts";

/** What is said for a reminder, with when it was due where it comes late. */
export function reminderText(
  { text, kind, matched, schedule }: Pick<Job, "text" | "kind" | "matched" | "schedule">,
  { instant, type }: DueRun,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): string {
  const line = kind === "watch" && matched !== undefined ? `${text} (${matched})` : text;
  if (type !== "late") return line;
  const due = formatMoment(dueSince(schedule, instant), { timeZone, now });
  return `${line} (late: it was due at ${due})`;
}
