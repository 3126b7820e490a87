import { dueSince, type DueRun } from "../../domains/schedule.ts";
import { formatMoment } from "when-in-words";
import { texts } from "../../platform/texts.ts";
import type { Job } from "../../store/items/jobs.ts";
import type { Locale } from "../locale.ts";

/** Returns the text of a reminder, with its due time if it is late. */
export function reminderText(
  { text, kind, matched, schedule }: Pick<Job, "text" | "kind" | "matched" | "schedule">,
  { instant, type }: DueRun,
  { now, timeZone, language }: Locale & { readonly now: number },
): string {
  const line = kind === "watch" && matched !== undefined ? `${text} (${matched})` : text;
  if (type !== "late") return line;
  const moment = formatMoment(dueSince(schedule, instant), { timeZone, now, locale: language });
  return `${line} (${texts(language).reminders.late({ moment })})`;
}
