import { toLocalTime } from "../../kernel/local-time.ts";
import type { Job } from "../../store/jobs.ts";
import type { PersonKey } from "../../store/people.ts";
import type { Store } from "../../store/store.ts";
import type { StoredTask } from "../../store/tasks.ts";
import { BRIEFING_JOB } from "./briefing-job.ts";
import type { BriefingDay, BriefingSource } from "./create-briefing.ts";
import { makerOf } from "./create-reminders.ts";
import type { OwnLabels } from "./label-own.ts";
import { tellMoment } from "./moments.ts";

export interface SourceParts {
  readonly store: Pick<Store, "read">;
  readonly owner: PersonKey;
  readonly labels: OwnLabels;
}

/** What is told of a day, in this order; a part that knows more of days adds a source. */
export function briefingSources(parts: SourceParts): readonly BriefingSource[] {
  return [dueTasks(parts), reminders(parts), schedules(parts), unread(parts)];
}

/** More is no overview. */
const MOST = 15;
const MOST_TO_READ = 3;

/** Due on that day or before, and not done. */
function dueTasks({ store, owner, labels }: SourceParts): BriefingSource {
  return {
    title: "To do",
    async lines({ to, ...day }) {
      const filter = { status: "todo", dueBefore: to, limit: MOST } as const;
      const tasks = await store.read.tasks.list(owner, filter);
      for (const task of tasks) labels.mark(task);
      return tasks.map((task) => tellTask(task, day));
    },
  };
}

function tellTask(
  { title, due, priority }: StoredTask,
  { from, now, timeZone }: Pick<BriefingDay, "from" | "now" | "timeZone">,
): string {
  const urgent = priority === "high" ? ", urgent" : "";
  if (!due) return `${title}${urgent}`;
  const { text } = tellMoment(due, { timeZone });
  const isOver = due.at < (due.isDateOnly ? from : Math.max(from, now));
  if (isOver) return `${title} (overdue since ${text}${urgent})`;
  if (due.isDateOnly) return `${title}${urgent && " (urgent)"}`;
  return `${title} (by ${toLocalTime(due.at, timeZone).time}${urgent})`;
}

function reminders({ store, owner, labels }: SourceParts): BriefingSource {
  return {
    title: "Reminders",
    async lines(day) {
      const jobs = await comingOn(day, { store, owner, kinds: ["reminder"] });
      for (const job of jobs) labels.mark(job);
      return jobs.map((job) => tellJob(job, day));
    },
  };
}

/** What the agent does by itself. */
function schedules({ store, owner, labels }: SourceParts): BriefingSource {
  return {
    title: "I will",
    async lines(day) {
      const jobs = await comingOn(day, { store, owner, kinds: ["agent", "tool"] });
      const others = jobs.filter(({ call }) => call?.name !== BRIEFING_JOB.name);
      for (const job of others) labels.mark(job);
      return others.map((job) => tellJob(job, day));
    },
  };
}

/** As many are looked at, the next ones first. */
const MOST_JOBS = 200;

async function comingOn(
  { from, to }: BriefingDay,
  {
    store,
    owner,
    kinds,
  }: Pick<SourceParts, "store" | "owner"> & { readonly kinds: readonly Job["kind"][] },
): Promise<readonly Job[]> {
  const filter = { ...makerOf(owner), kinds, states: ["active"], limit: MOST_JOBS } as const;
  const jobs = await store.read.jobs.list(filter);
  const due = jobs.filter(({ nextAt }) => nextAt !== null && nextAt >= from && nextAt < to);
  return due.slice(0, MOST);
}

function tellJob({ text, nextAt }: Job, { timeZone }: BriefingDay): string {
  return nextAt === null ? text : `${toLocalTime(nextAt, timeZone).time} ${text}`;
}

/** What was saved last. */
function unread({ store, owner, labels }: SourceParts): BriefingSource {
  return {
    title: "To read",
    async lines() {
      const filter = { status: "unread", limit: MOST_TO_READ } as const;
      const readings = await store.read.readings.list(owner, filter);
      for (const reading of readings) labels.mark(reading);
      return readings.map(({ title, url }) =>
        url === null || url === title ? title : `${title} (${url})`,
      );
    },
  };
}
