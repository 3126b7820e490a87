import { Fault } from "@reeve/sdk";
import { findTimeZone } from "when-in-words/find-time-zone";
import { toLocalTime } from "when-in-words/local-time";
import type { JobSchedule } from "../../store/items/jobs.ts";
import { parseDuration, parseMoment } from "when-in-words";
import { nextCron } from "../time.ts";
import type { ScheduleDraft } from "../schedules.ts";

/** The shortest distance at which a job repeats. */
const MIN_EVERY_MS = 60_000;

export interface DraftSetting {
  /** Unix milliseconds. */
  readonly now: number;
  /** Time zone of the requester. */
  readonly timeZone: string;
}

/** Reads the schedule of a requested job; throws `invalid` with a hint on valid input. */
export function readSchedule(
  draft: Pick<ScheduleDraft, "at" | "every" | "cron" | "timeZone" | "dependsOn">,
  setting: DraftSetting,
): JobSchedule {
  const { at, every, cron, dependsOn = [] } = draft;
  const given = [at, every, cron].filter((when) => when !== undefined);
  if (given.length > 1 || (given.length === 0 && dependsOn.length === 0))
    throw new Fault("invalid", "A job needs exactly one schedule.", {
      hint: "Set one of `at`, `every` and `cron`, or the jobs that this job depends on.",
    });
  const timeZone = zoneOf(draft.timeZone) ?? setting.timeZone;
  if (at !== undefined) return { type: "at", at: readAt(at, { ...setting, timeZone }) };
  if (every !== undefined) return readEvery(every, setting);
  if (cron === undefined) return { type: "after" };
  if (nextCron(cron, { after: setting.now, timeZone }) === undefined)
    throw new Fault("invalid", `The schedule "${cron}" never matches any date.`, {
      hint: "Check the day and the month.",
    });
  return { type: "cron", cron, timeZone };
}

function readAt(at: string, { now, timeZone }: DraftSetting): number {
  const moment = parseMoment(at, { now, timeZone });
  const { date, time, utcOffset } = toLocalTime(now, timeZone);
  const hint = `Use ISO 8601, such as "${date}T${time}${utcOffset}" for the current time (${timeZone}).`;
  if (!moment) throw new Fault("invalid", `Cannot read "${at}" as a date.`, { hint });
  if (moment.at < now) throw new Fault("invalid", `"${at}" is in the past.`, { hint });
  return moment.at;
}

function readEvery(every: string, { now }: DraftSetting): JobSchedule {
  const everyMs = parseDuration(every);
  const hint = 'Use an interval of at least one minute, such as "30 minutes" or "6h".';
  if (everyMs === undefined)
    throw new Fault("invalid", `"${every}" is not a valid interval.`, { hint });
  if (everyMs < MIN_EVERY_MS) throw new Fault("invalid", `"${every}" is too short.`, { hint });
  return { type: "every", everyMs, from: now + everyMs };
}

function zoneOf(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const zone = findTimeZone(name);
  if (zone !== undefined) return zone;
  throw new Fault("invalid", `"${name}" is not a known time zone.`, {
    hint: 'Use an IANA name such as "Europe/Paris", or a city.',
  });
}
