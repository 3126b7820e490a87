import type { Language } from "../../kernel/languages.ts";
import { toLocalTime } from "when-in-words/local-time";
import { texts } from "../../platform/texts.ts";
import type { Job } from "../../store/items/jobs.ts";
import type { PersonKey } from "../../store/people/people.ts";
import type { Store } from "../../store/store.ts";
import type { StoredTask } from "../../store/items/tasks.ts";
import { formatMoment } from "when-in-words";
import { BRIEFING_JOB } from "../../domains/briefing-job.ts";
import type { BriefingDay, BriefingSource } from "./create-briefing.ts";
import type { ItemLabels } from "../label-items.ts";
import { toMoment } from "../moments.ts";

export interface SourceDeps {
  readonly store: Pick<Store, "read">;
  readonly owner: PersonKey;
  readonly labels: ItemLabels;
  /** Language of the texts. Default: English with numeric dates, as models read it. */
  readonly language?: Language | undefined;
  /** Counts what others contributed to the person's memory and waits for confirmation. */
  readonly countUnconfirmed: () => Promise<number>;
}

/** Returns the sources of a day's briefing, in order. Add a source for other data about days. */
export function briefingSources(deps: SourceDeps): readonly BriefingSource[] {
  return [dueTasks(deps), reminders(deps), schedules(deps), unread(deps), unconfirmed(deps)];
}

/** Maximum number of items per section. */
const MAX_ITEMS = 15;
const MAX_TO_READ = 3;

/** Tasks that are due on that day or before, and not done. */
function dueTasks({ store, owner, labels, language }: SourceDeps): BriefingSource {
  return {
    title: texts(language).briefing.toDo,
    async lines(day) {
      const filter = { status: "todo", dueBefore: day.to, limit: MAX_ITEMS } as const;
      const tasks = await store.read.tasks.list(owner, filter);
      for (const task of tasks) labels.mark(task);
      return tasks.map((task) => formatTask(task, day, language));
    },
  };
}

function formatTask(
  { title, due, priority }: StoredTask,
  day: BriefingDay,
  language: Language | undefined,
): string {
  const urgent = priority === "high" ? texts(language).briefing.urgent : undefined;
  if (!due) return [title, urgent].filter(Boolean).join(", ");
  const details = [formatDue(due, day, language), urgent].filter(Boolean).join(", ");
  return details === "" ? title : `${title} (${details})`;
}

type Due = NonNullable<StoredTask["due"]>;

/** Returns undefined for a task that is due on that day without a time. */
function formatDue(due: Due, day: BriefingDay, language: Language | undefined): string | undefined {
  const { overdue, by } = texts(language).briefing;
  const { from, now, timeZone } = day;
  const { at, isDateOnly } = due;
  if (at < (isDateOnly ? from : Math.max(from, now)))
    return overdue({ moment: formatOverdue(due, day, language) });
  return isDateOnly ? undefined : by({ time: toLocalTime(at, timeZone).time });
}

function formatOverdue(
  due: Due,
  { now, timeZone }: BriefingDay,
  language: Language | undefined,
): string {
  if (language === undefined) return toMoment(due, { timeZone }).text;
  const { at, isDateOnly } = due;
  // Only today's briefing marks tasks as overdue; a later day shows their dates.
  const near = at < now ? { now } : {};
  return formatMoment(at, { ...near, timeZone, locale: language, isDateOnly });
}

function reminders({ store, owner, labels, language }: SourceDeps): BriefingSource {
  return {
    title: texts(language).briefing.reminders,
    async lines(day) {
      const jobs = await comingOn(day, { store, owner, kinds: ["reminder"] });
      for (const job of jobs) labels.mark(job);
      return jobs.map((job) => formatJob(job, day));
    },
  };
}

/** Scheduled jobs of the agent. */
function schedules({ store, owner, labels, language }: SourceDeps): BriefingSource {
  return {
    title: texts(language).briefing.iWill,
    async lines(day) {
      const jobs = await comingOn(day, { store, owner, kinds: ["agent", "tool"] });
      const others = jobs.filter(({ call }) => call?.name !== BRIEFING_JOB.name);
      for (const job of others) labels.mark(job);
      return others.map((job) => formatJob(job, day));
    },
  };
}

/** Maximum number of jobs to check, the next ones first. */
const MAX_JOBS = 200;

async function comingOn(
  { from, to }: BriefingDay,
  {
    store,
    owner,
    kinds,
  }: Pick<SourceDeps, "store" | "owner"> & { readonly kinds: readonly Job["kind"][] },
): Promise<readonly Job[]> {
  const filter = {
    tenant: owner.tenant,
    maker: owner.person,
    kinds,
    states: ["active"],
    limit: MAX_JOBS,
  } as const;
  const jobs = await store.read.jobs.list(filter);
  const due = jobs.filter(({ nextAt }) => nextAt !== null && nextAt >= from && nextAt < to);
  return due.slice(0, MAX_ITEMS);
}

function formatJob({ text, nextAt }: Job, { timeZone }: BriefingDay): string {
  return nextAt === null ? text : `${toLocalTime(nextAt, timeZone).time} ${text}`;
}

/** Most recently saved pages. */
function unread({ store, owner, labels, language }: SourceDeps): BriefingSource {
  return {
    title: texts(language).briefing.toRead,
    async lines() {
      const filter = { status: "unread", limit: MAX_TO_READ } as const;
      const readings = await store.read.readingList.list(owner, filter);
      for (const reading of readings) labels.mark(reading);
      return readings.map(({ title, url }) =>
        url === null || url === title ? title : `${title} (${url})`,
      );
    },
  };
}

/** Counts what others contributed to memory; the text is untrusted and left out. */
function unconfirmed({ countUnconfirmed, language }: SourceDeps): BriefingSource {
  const { toConfirm, learnedFromOthers } = texts(language).briefing;
  return {
    title: toConfirm,
    async lines() {
      const count = await countUnconfirmed();
      return count === 0 ? [] : [learnedFromOthers({ count })];
    },
  };
}
