import type { Selectable } from "kysely";
import type { Job, JobRun } from "../../items/jobs.ts";
import { fromJson, labelFromJson } from "../json.ts";
import type { Tables } from "../tables.ts";

/** Returns the row of a job. */
export function toJobRow(job: Job) {
  return {
    id: job.id,
    tenant: job.tenant,
    maker: job.maker,
    chat: job.chat,
    kind: job.kind,
    text: job.text,
    call: toJson(job.call ?? null),
    ...toScheduleColumns(job.schedule),
    on_missed: job.onMissed,
    on_parent_failure: job.onParentFailure,
    parents: JSON.stringify(job.parents),
    label: JSON.stringify(job.label),
    role: job.role,
    state: job.state,
    next_at: job.nextAt,
    last_at: job.lastAt,
    created: job.createdAt,
    matched: job.matched ?? null,
    why: job.why ?? null,
  };
}

/** Returns the columns for the due time of a job. */
export function toScheduleColumns(schedule: Job["schedule"]) {
  return {
    schedule: JSON.stringify(schedule),
    ends_at: schedule.type === "watch" ? schedule.until : null,
  };
}

/** Serializes a value for a column; null stays null. */
export function toJson(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** Returns the job of a row. */
export function toJob(row: Selectable<Tables["jobs"]>): Job {
  return {
    id: row.id,
    tenant: row.tenant,
    maker: row.maker,
    chat: row.chat,
    kind: row.kind,
    text: row.text,
    ...(row.call !== null && { call: fromJson(row.call) }),
    schedule: fromJson(row.schedule),
    onMissed: row.on_missed,
    onParentFailure: row.on_parent_failure,
    parents: fromJson(row.parents),
    label: labelFromJson(row.label),
    role: row.role,
    state: row.state,
    nextAt: row.next_at,
    lastAt: row.last_at,
    createdAt: row.created,
    ...(row.matched !== null && { matched: row.matched }),
    ...(row.why !== null && { why: row.why }),
  };
}

/** Returns the run of a row. */
export function toRun({
  lease_until: leaseUntil,
  label,
  ...run
}: Selectable<Tables["job_runs"]>): JobRun {
  return { ...run, label: label === null ? null : labelFromJson(label), leaseUntil };
}
