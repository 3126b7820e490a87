import type { Reminder } from "@reeve/operations/work/reminders";
import { Fault } from "@reeve/sdk";
import { type ChatId, type JobId, toId } from "../../kernel/ids.ts";
import { integrityOf, joinLabels, UNTAINTED } from "../../kernel/label.ts";
import { toInstant, toLocalTime } from "when-in-words/local-time";
import type { Role } from "../../kernel/principal.ts";
import type { Job, JobSchedule } from "../../store/items/jobs.ts";
import type { PersonKey } from "../../store/people/people.ts";
import type { Repositories, Store } from "../../store/store.ts";
import { formatRule, parseRecurrence } from "when-in-words";
import { nextOccurrence } from "../../domains/time.ts";
import { labelItems } from "../label-items.ts";
import { type Now, readMoment, toMoment } from "../moments.ts";
import { denyReading } from "../restrict-in-groups.ts";
import type { ItemDeps } from "../item-deps.ts";
import { readCondition } from "./read-condition.ts";
import type { ReminderDraft, Reminders } from "./reminders.ts";
import type { MemoryChange } from "../../store/items/memory-changes.ts";
import type { ItemVersions } from "../item-change.ts";

export interface ReminderDeps extends ItemDeps {
  /** Chat that receives new reminders. */
  readonly chat: ChatId;
  /** Current role of the person. */
  readonly role: Role;
}

/** Creates the reminders service of one person: jobs that post a text without a model call. */
export function createReminders(store: Store, owner: PersonKey, deps: ReminderDeps): Reminders {
  const labels = labelItems(owner, deps.labels);
  const present = async () => ({ now: deps.now(), timeZone: await deps.timeZone() });
  const show = (job: Job, now: Now): Reminder => {
    labels.mark(job);
    return toReminder(job, now);
  };
  const find = async (tx: Repositories, id: string): Promise<Job> => {
    const job = await tx.jobs.byId(toId<"job">(id));
    const isOwn = job?.tenant === owner.tenant && job.maker === owner.person;
    return job && isOwn && isReminder(job) ? job : missing(id);
  };

  return {
    async create(draft) {
      const now = await present();
      const { schedule, nextAt } = scheduleOf(draft, now);
      const job: Job = {
        id: toId<"job">(draft.id),
        tenant: owner.tenant,
        maker: owner.person,
        chat: deps.chat,
        kind: schedule.type === "watch" ? "watch" : "reminder",
        text: draft.text,
        schedule,
        onMissed: "run-once",
        onParentFailure: "skip",
        parents: [],
        label: joinLabels([
          { ...UNTAINTED, integrity: integrityOf(deps.role) },
          ...(deps.labels ? [deps.labels.taint] : []),
        ]),
        role: deps.role,
        state: "active",
        nextAt,
        lastAt: null,
        createdAt: now.now,
      };
      return store.commit("change-job", async (tx) => {
        if (!(await tx.jobs.add(job))) return show(await find(tx, draft.id), now);
        const after = await find(tx, draft.id);
        await tx.memoryChanges.add(reminderChange(owner, { before: null, after, at: now.now }));
        return show(after, now);
      });
    },

    async list({ limit }) {
      const now = await present();
      const jobs = await store.read.jobs.list({
        ...PENDING,
        tenant: owner.tenant,
        maker: owner.person,
        limit,
      });
      return jobs.map((job) => show(job, now));
    },

    async cancel(id) {
      const now = await present();
      return store.commit("change-job", async (tx) => {
        const before = await find(tx, id);
        if (!(await tx.jobs.cancel(before.id))) return show(before, now);
        const after = await find(tx, id);
        await tx.memoryChanges.add(reminderChange(owner, { before, after, at: now.now }));
        return show(after, now);
      });
    },

    async snooze(id, { until, key }) {
      const now = await present();
      const { at } = readMoment(until, now);
      return store.commit("change-job", async (tx) => {
        const before = await find(tx, id);
        if (await tx.memoryChanges.byId(owner, reminderKey(key))) return show(before, now);
        if (before.state === "cancelled") return cancelled(before.id);
        if (at <= now.now) return over(until, now);
        const { schedule } = before;
        await tx.jobs.change(before.id, {
          nextAt: at,
          state: "active",
          ...(schedule.type === "at" && { schedule: { type: "at", at } }),
        });
        const after = await find(tx, id);
        const versions = { before, after, at: now.now, key };
        await tx.memoryChanges.add(reminderChange(owner, versions));
        return show(after, now);
      });
    },
  };
}

/** Pending reminders, for a job store's list. */
const PENDING = { kinds: ["reminder", "watch"], states: ["active"] } as const;

/** Restricts reminders in chats with other members: reminders can be set but not read. */
export function writeOnlyReminders(reminders: Reminders): Reminders {
  const deny = denyReading("Reminders belong");
  return { create: (draft) => reminders.create(draft), list: deny, cancel: deny, snooze: deny };
}

function isReminder({ kind }: Job): boolean {
  return kind === "reminder" || kind === "watch";
}

interface Planned {
  readonly schedule: JobSchedule;
  readonly nextAt: number | null;
}

function scheduleOf({ at, recurrence, when }: ReminderDraft, now: Now): Planned {
  if (when) {
    if (at !== undefined || recurrence !== undefined)
      throw new Fault("invalid", "A reminder can wait for a time or for a message, not for both.", {
        hint: "Use `when` alone, or `at` with or without `recurrence`.",
      });
    return { schedule: readCondition(when, now.now), nextAt: null };
  }
  if (recurrence !== undefined) return repeating({ at, recurrence }, now);
  if (at === undefined)
    throw new Fault("invalid", "A reminder needs a time, a recurrence, or a message to wait for.", {
      hint: 'Set `at` (such as "tomorrow at 9"), `recurrence` or `when`.',
    });
  const moment = readMoment(at, now);
  if (moment.at <= now.now) return over(at, now);
  return { schedule: { type: "at", at: moment.at }, nextAt: moment.at };
}

function repeating(
  { at, recurrence }: { readonly at: string | undefined; readonly recurrence: string },
  now: Now,
): Planned {
  const { timeZone } = now;
  const read = parseRecurrence(recurrence, now);
  if (!read)
    throw new Fault("invalid", `Cannot read "${recurrence}" as a recurrence.`, {
      hint: 'Use an RRULE such as "FREQ=WEEKLY;BYDAY=TH", or words such as "every Thursday at 8".',
    });
  const { rule } = read;
  const start = at === undefined ? (read.at ?? startOf(rule, now)) : readMoment(at, now).at;
  const after = Math.max(now.now, start - 1);
  const nextAt = nextOccurrence(rule, { start, after, timeZone });
  if (nextAt === undefined)
    throw new Fault("invalid", `The recurrence "${recurrence}" has no future dates.`, {
      hint: "Use a recurrence without an end, or with a later end.",
    });
  return { schedule: { type: "rule", rule, start, timeZone }, nextAt };
}

/** A recurrence by days without a time of day starts in the morning, like a day without one. */
function startOf(rule: string, { now, timeZone }: Now): number {
  if (/FREQ=(?:HOUR|MINUTE|SECOND)LY/i.test(rule)) return now;
  return toInstant(Date.parse(`${toLocalTime(now, timeZone).date}T09:00:00Z`), timeZone);
}

function over(words: string, { now, timeZone }: Now): never {
  const { text } = toMoment({ at: now, isDateOnly: false }, { timeZone });
  throw new Fault("invalid", `"${words}" is in the past: it is ${text} (${timeZone}).`, {
    hint: "Use a time in the future.",
  });
}

/** Converts a job to a reminder. */
function toReminder(job: Job, { timeZone }: Pick<Now, "timeZone">): Reminder {
  const { id, text, nextAt, schedule } = job;
  return {
    id,
    text,
    ...(nextAt !== null && { next: toMoment({ at: nextAt, isDateOnly: false }, { timeZone }) }),
    ...(schedule.type === "rule" && {
      recurrence: schedule.rule,
      repeats: formatRule(schedule.rule),
    }),
    ...(schedule.type === "watch" && {
      when: { person: schedule.person, about: schedule.words.join(" ") },
    }),
  };
}

function cancelled(id: JobId): never {
  throw new Fault("conflict", `The reminder ${id} was cancelled.`, {
    hint: "Create a new one with reminder_create.",
  });
}

function missing(id: string): never {
  throw new Fault("missing", `Reminder not found: ${id}`, {
    hint: "Find the reminder's id with reminder_list.",
  });
}

/** Returns the line of history for a reminder. */
function reminderChange(
  { tenant, person }: PersonKey,
  { before, after, at, key }: ItemVersions<Job> & { readonly after: Job },
): MemoryChange {
  const line = { tenant, person, at, ref: after.id, undoneAt: null };
  if (!before)
    return { id: `reminder:${after.id}`, ...line, kind: "reminder-created", before: null, after };
  const id = key === undefined ? `reminder:${after.id}:${at}` : reminderKey(key);
  return { id, ...line, kind: "reminder-changed", before, after };
}

/** Returns the id of the line that the call of this key leaves. */
function reminderKey(key: string): string {
  return `reminder:${key}`;
}
