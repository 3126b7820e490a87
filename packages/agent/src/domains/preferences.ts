import { toInstant, toLocalTime } from "when-in-words/local-time";
import type { Job } from "../store/items/jobs.ts";
import type { PersonKey } from "../store/people/people.ts";
import type { Preferences, QuietHours } from "../store/people/preferences.ts";
import type { Store } from "../store/store.ts";
import { briefingJobId } from "./briefing-job.ts";

/** Quiet hours on the clock of a time zone. */
export interface Quiet {
  readonly timeZone: string;
  readonly quiet?: QuietHours | undefined;
}

/**
 * Returns the time at which a proactive message may be sent: at once, or after the quiet hours. `now` and
 * the result are Unix milliseconds.
 */
export function deliverAt(now: number, { timeZone, quiet }: Quiet): number {
  if (!quiet) return now;
  const { date, time } = toLocalTime(now, timeZone);
  if (!isWithin(time, quiet)) return now;
  const isToday = time < quiet.to;
  const wall = Date.parse(`${date}T${quiet.to}:00Z`) + (isToday ? 0 : DAY_MS);
  // If clocks show an hour twice, quiet hours end in the first.
  return Math.max(now, toInstant(wall, timeZone));
}

const DAY_MS = 86_400_000;

function isWithin(time: string, { from, to }: QuietHours): boolean {
  return from <= to ? from <= time && time < to : time >= from || time < to;
}

/** Returns the preferences of a person, with the zone of the config where they named none. */
export async function preferencesOf(
  person: PersonKey,
  { store, timeZone }: { readonly store: Pick<Store, "read">; readonly timeZone: string },
): Promise<Preferences & { readonly timeZone: string }> {
  const preferences = await store.read.preferences.of(person);
  return { ...preferences, timeZone: preferences.timeZone ?? timeZone };
}

/** Checks whether a job is a morning briefing. */
export function isBriefing({ id }: Pick<Job, "id">): boolean {
  return id.startsWith(briefingJobId(""));
}
