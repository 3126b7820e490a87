import { type PersonId, type ChatId, toId } from "../kernel/ids.ts";
import { UNTAINTED } from "../kernel/label.ts";
import type { Role } from "../kernel/principal.ts";
import type { Job } from "../store/items/jobs.ts";
import { nextCron } from "./time.ts";

/** The call that the morning briefing makes. */
export const BRIEFING_JOB = { name: "briefing_get", params: {} } as const;

export interface BriefingTerms {
  readonly tenant: string;
  readonly person: PersonId;
  readonly role: Role;
  readonly chat: ChatId;
  /** `HH:MM` on the clock of the zone. */
  readonly time: string;
  readonly timeZone: string;
  /** Unix milliseconds. */
  readonly now: number;
}

/** Creates the job that posts a person's briefing every morning; a person has one. */
export function briefingJob(terms: BriefingTerms): Job {
  const { tenant, person, role, chat, time, timeZone, now } = terms;
  const [hours = "", minutes = ""] = time.split(":");
  const cron = `${Number(minutes)} ${Number(hours)} * * *`;
  return {
    id: briefingJobId(person),
    tenant,
    maker: person,
    chat,
    kind: "tool",
    text: "The briefing of the day",
    call: BRIEFING_JOB,
    schedule: { type: "cron", cron, timeZone },
    onMissed: "run-once",
    onParentFailure: "skip",
    parents: [],
    label: UNTAINTED,
    role,
    state: "active",
    nextAt: nextCron(cron, { after: now, timeZone }) ?? null,
    lastAt: null,
    createdAt: now,
  };
}

/** Returns the id of a person's briefing. */
export function briefingJobId(person: string): Job["id"] {
  return toId<"job">(`briefing-${person}`);
}
