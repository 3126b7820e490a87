import type { Moment } from "@reeve/operations/fields";
import type { InputOf } from "@reeve/operations/operation";
import type { ScheduledJob, schedules } from "@reeve/operations/work/schedules";
import { Fault } from "@reeve/sdk";
import type { Address } from "../kernel/envelope.ts";
import { type ChatId, type JobId, toId } from "../kernel/ids.ts";
import { type CallLabels, integrityOf, joinLabels, UNTAINTED } from "../kernel/label.ts";
import { toLocalTime } from "when-in-words/local-time";
import { isAtLeast, type Role } from "../kernel/principal.ts";
import type { Job, JobCall, JobFilter, JobRun, JobSchedule } from "../store/items/jobs.ts";
import type { PersonKey } from "../store/people/people.ts";
import type { Repositories, Store } from "../store/store.ts";
import { cancelJob, parentsOf } from "./jobs.ts";
import { checkParents, firstInstant, isFailed } from "./schedule.ts";
import { findCycle } from "./schedule/find-cycle.ts";
import { type DraftSetting, readSchedule } from "./schedule/read-schedule.ts";
import cronstrue from "cronstrue";
import { formatMoment, formatRule } from "when-in-words";

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** A job to schedule. It needs one of `at`, `every` and `cron`, or jobs that it depends on. */
export interface ScheduleDraft extends Omit<InputOf<typeof schedules.create>, "id"> {
  /** Derived from the call, so that a repeated call finds its own job. */
  readonly id: string;
  /** The only call that it makes, without a model. */
  readonly tool?: JobCall | undefined;
  readonly why?: string | undefined;
}

export type ScheduleStatus = ScheduledJob["status"];

/** Jobs of the requester; in a group, those of the group. They run as their creator, in the chat in which they were created. */
export interface Schedules {
  /** Creating the same id again returns the job that is there. A schedule that is not understood or in the past is `invalid`. */
  create(draft: ScheduleDraft): Promise<ScheduledJob>;
  /** The next one first. `failed`: its last run failed. */
  list(query: { status: ScheduleStatus | "all"; limit: number }): Promise<readonly ScheduledJob[]>;
  /** `missing` where it does not exist; cancelling again is no fault. */
  cancel(id: string): Promise<ScheduledJob>;
}

declare module "@reeve/sdk" {
  interface Services {
    readonly schedules: Schedules;
  }
}

/** So many jobs of a person may wait at once. */
const MAX_JOBS = 1_000;

export interface SchedulesDeps {
  now(): number;
  /** Returns the person's time zone as an IANA name. */
  timeZone(): Promise<string>;
  /** Chat in which new jobs run. */
  readonly chat: { readonly id: ChatId; readonly kind: Address["kind"] };
  /** Current role of the person. */
  readonly role: Role;
  /** Labels of the call that creates or reads jobs. */
  readonly labels?: CallLabels | undefined;
  /** Why a call cannot be made; undefined where it can. Without it, any may be scheduled. */
  readonly findDenial?: ((call: JobCall) => string | undefined) | undefined;
}

/** Creates the schedule of one person, as seen from one chat. */
export function createSchedules(store: Store, owner: PersonKey, deps: SchedulesDeps): Schedules {
  const present = async () => ({ now: deps.now(), timeZone: await deps.timeZone() });
  const filter = (): Omit<JobFilter, "limit"> => {
    const { tenant, person } = owner;
    // In a direct chat the owner may see everything; elsewhere, only jobs of the chat are shown.
    const isOwnChat = deps.chat.kind === "direct" && deps.role === "owner";
    return isOwnChat ? { tenant, maker: person } : { tenant, chat: deps.chat.id };
  };
  const show = async (tx: Repositories, job: Job, now: DraftSetting): Promise<ScheduledJob> => {
    const [run] = await tx.jobs.runs(job.id, 1);
    deps.labels?.mark(job.label);
    if (run?.label) deps.labels?.mark(run.label);
    return toScheduled(job, run, now);
  };

  return {
    async create(draft) {
      const now = await present();
      const made = await store.read.jobs.byId(toId<"job">(draft.id));
      if (made) return show(store.read, own(made, owner), now);
      const schedule = readSchedule(draft, now);
      const denial = draft.tool && deps.findDenial?.(draft.tool);
      if (denial !== undefined) throw new Fault("invalid", denial);
      const parents = (draft.dependsOn ?? []).map((id) => toId<"job">(id));
      const job: Job = {
        id: toId<"job">(draft.id),
        tenant: owner.tenant,
        maker: owner.person,
        chat: deps.chat.id,
        kind: kindOf(draft),
        text: draft.text,
        ...(draft.tool && { call: draft.tool }),
        schedule,
        onMissed: draft.onMissed ?? "run-once",
        onParentFailure: draft.onFailure ?? "skip",
        parents,
        label: joinLabels([
          { ...UNTAINTED, integrity: integrityOf(deps.role) },
          ...(deps.labels ? [deps.labels.taint] : []),
        ]),
        role: deps.role,
        state: "active",
        nextAt: schedule.type === "at" ? schedule.at : (firstInstant(schedule, now.now) ?? null),
        lastAt: null,
        createdAt: now.now,
        ...(draft.why !== undefined && { why: draft.why }),
      };
      return store.commit("change-job", async (tx) => {
        const known = await tx.jobs.byId(job.id);
        if (known) return show(tx, own(known, owner), now);
        await refuseTooMany(tx, owner);
        await refuseParents(tx, job, owner);
        await tx.jobs.add(await dueAtOnce(tx, job, now.now));
        return show(tx, job, now);
      });
    },

    async list({ status, limit }) {
      const states = STATES[status];
      const now = await present();
      const jobs = await store.slow.jobs.list({ ...filter(), ...(states && { states }), limit });
      const shown: ScheduledJob[] = [];
      for (const job of jobs) {
        const one = await show(store.read, job, now);
        if (status === "all" || one.status === status) shown.push(one);
      }
      return shown;
    },

    async cancel(id) {
      const now = await present();
      return store.commit("change-job", async (tx) => {
        const job = await tx.jobs.byId(toId<"job">(id));
        const isMine = job?.tenant === owner.tenant && job.maker === owner.person;
        const mayCancel = isMine || (job?.tenant === owner.tenant && isAtLeast(deps.role, "admin"));
        if (!job || !mayCancel) return missing(id);
        await cancelJob(tx, job.id, now.now);
        return show(tx, (await tx.jobs.byId(job.id)) ?? job, now);
      });
    },
  };
}

/** Changes what a job waits for; `invalid` where it would wait for itself. */
export async function setParents(
  tx: Repositories,
  job: Job,
  parents: readonly JobId[],
): Promise<void> {
  await refuseParents(tx, { ...job, parents }, { tenant: job.tenant, person: job.maker });
  await tx.jobs.change(job.id, { parents });
}

/** Converts a job for people. */
export function toScheduled(
  job: Job,
  run: JobRun | undefined,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): ScheduledJob {
  const isOver = job.state === "done" && run !== undefined && isFailed(run);
  return {
    id: job.id,
    kind: job.kind,
    text: job.text,
    when: describeSchedule(job.schedule, { now, timeZone }),
    ...(job.nextAt !== null && { next: toMoment(job.nextAt, timeZone) }),
    status: isOver ? "failed" : job.state,
    dependsOn: job.parents,
    ...(run && {
      lastRun: {
        at: toMoment(run.instant, timeZone),
        state: run.state,
        ...(run.result !== null && { result: run.result }),
      },
    }),
  };
}

function toMoment(at: number, timeZone: string): Moment {
  const { date, time, weekday } = toLocalTime(at, timeZone);
  return { at, isDateOnly: false, text: `${weekday.slice(0, 3)} ${date} ${time}` };
}

/** Job states for each filter; failed jobs are finished. */
const STATES: Readonly<Record<ScheduleStatus | "all", readonly Job["state"][] | undefined>> = {
  active: ["active"],
  done: ["done"],
  failed: ["done"],
  cancelled: ["cancelled"],
  all: undefined,
};

function kindOf({ isReminder, tool }: ScheduleDraft): Job["kind"] {
  if (tool) return "tool";
  return isReminder === true ? "reminder" : "agent";
}

/** Makes a job due at once if the jobs it waits for have already run. */
async function dueAtOnce(tx: Repositories, job: Job, now: number): Promise<Job> {
  if (job.schedule.type !== "after") return job;
  const verdict = checkParents(job, await parentsOf(tx, job));
  return verdict === "wait" ? job : { ...job, nextAt: now };
}

function own(job: Job, { tenant, person }: PersonKey): Job {
  if (job.tenant === tenant && job.maker === person) return job;
  return missing(job.id);
}

async function refuseTooMany(tx: Repositories, { tenant, person }: PersonKey): Promise<void> {
  const count = await tx.jobs.count({ tenant, maker: person, states: ["active"] });
  if (count >= MAX_JOBS)
    throw new Fault(
      "exhausted",
      `There are already ${count} pending jobs and reminders, the maximum.`,
      {
        hint: "Cancel some of them first.",
      },
    );
}

/** Jobs wait for jobs of the same person only, and never for themselves. */
async function refuseParents(
  tx: Repositories,
  job: Pick<Job, "id" | "parents">,
  owner: PersonKey,
): Promise<void> {
  for (const id of job.parents) {
    if (id === job.id) continue;
    const parent = await tx.jobs.byId(id);
    if (parent?.tenant !== owner.tenant || parent.maker !== owner.person) missing(id);
  }
  const cycle = await findCycle(job, async (id) => (await tx.jobs.byId(id))?.parents ?? []);
  if (cycle)
    throw new Fault("invalid", `The job would wait for itself: ${cycle.join(" → ")}.`, {
      hint: "Remove one of these dependencies.",
    });
}

function missing(id: string): never {
  throw new Fault("missing", `Job not found: ${id}`, {
    hint: "Find the job's id with schedule_list.",
  });
}

/** Describes in words when a job runs. */
function describeSchedule(
  schedule: JobSchedule,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): string {
  switch (schedule.type) {
    case "at":
      return formatMoment(schedule.at, { now, timeZone });
    case "every":
      return `every ${formatDistance(schedule.everyMs)}`;
    case "cron":
      return `${formatCron(schedule.cron)} (${schedule.timeZone})`;
    case "rule":
      return `${formatRule(schedule.rule)} (${schedule.timeZone})`;
    case "after":
      return "after other jobs";
    case "watch": {
      const who = schedule.person ?? "somebody";
      return `when ${who} writes about ${schedule.words.join(" ")}`;
    }
  }
}

/** "At 09:00, Monday through Friday". */
function formatCron(cron: string): string {
  return cronstrue.toString(cron, { use24HourTimeFormat: true });
}

function formatDistance(ms: number): string {
  const [unit, size] = UNITS.find(([, one]) => ms % one === 0) ?? ["second", 1000];
  const count = ms / size;
  return count === 1 ? unit : `${count} ${unit}s`;
}
