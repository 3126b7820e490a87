import type { Task } from "@reeve/operations/work/tasks";
import { Fault } from "@reeve/sdk";
import { canonicalJson } from "../../kernel/text/json.ts";
import type { PersonKey } from "../../store/people/people.ts";
import type { Repositories, Store } from "../../store/store.ts";
import type { StoredTask } from "../../store/items/tasks.ts";
import { labelItems } from "../label-items.ts";
import { type Now, readDue, toMoment } from "../moments.ts";
import { denyReading } from "../restrict-in-groups.ts";
import type { ItemVersions } from "../item-change.ts";
import type { ItemDeps } from "../item-deps.ts";
import type { Tasks } from "./tasks.ts";
import type { MemoryChange } from "../../store/items/memory-changes.ts";

/** Creates the to-do list of one person, over the store. */
export function createTasks(store: Store, owner: PersonKey, deps: ItemDeps): Tasks {
  const labels = labelItems(owner, deps.labels);
  const present = async () => ({ now: deps.now(), timeZone: await deps.timeZone() });
  const show = (task: StoredTask, now: Now): Task => {
    labels.mark(task);
    return toTask(task, now);
  };

  return {
    async create({ id, title, due, priority = "normal", project, notes }) {
      const now = await present();
      const task: StoredTask = {
        id,
        title,
        status: "todo",
        priority,
        due: due === undefined ? null : readDue(due, now),
        project: project ?? null,
        notes: notes ?? null,
        createdAt: now.now,
        updatedAt: now.now,
        doneAt: null,
        ...labels.write(),
      };
      return store.commit("note", async (tx) => {
        const there = await tx.tasks.byId(owner, id);
        if (there) return show(there, now);
        await tx.tasks.add(owner, task);
        const after = (await tx.tasks.byId(owner, id)) ?? missing(id);
        await record(tx, owner, { before: null, after, at: now.now });
        return show(after, now);
      });
    },

    async update(id, { title, due, priority, status }) {
      const now = await present();
      const moment = due === undefined ? undefined : readDue(due, now);
      return store.commit("note", async (tx) => {
        const before = (await tx.tasks.byId(owner, id)) ?? missing(id);
        const said: StoredTask = {
          ...before,
          title: title ?? before.title,
          due: moment ?? before.due,
          priority: priority ?? before.priority,
          status: status ?? before.status,
        };
        if (canonicalJson(said) === canonicalJson(before)) return show(before, now);
        const after: StoredTask = {
          ...said,
          updatedAt: now.now,
          doneAt: said.status === "done" ? (before.doneAt ?? now.now) : null,
          ...labels.write(before.label),
        };
        await tx.tasks.replace(owner, after);
        await record(tx, owner, { before, after, at: now.now });
        return show(after, now);
      });
    },

    async remove(id, { key }) {
      await store.commit("note", async (tx) => {
        if (await tx.memoryChanges.byId(owner, taskKey(key))) return;
        const before = (await tx.tasks.byId(owner, id)) ?? missing(id);
        await tx.tasks.remove(owner, id);
        await record(tx, owner, { before, after: null, at: deps.now(), key });
      });
    },

    async list({ status, project, dueBefore, limit }) {
      const now = await present();
      const before = dueBefore === undefined ? undefined : readDue(dueBefore, now);
      const tasks = await store.read.tasks.list(owner, {
        status,
        project,
        dueBefore: before?.at,
        limit,
      });
      return tasks.map((task) => show(task, now));
    },
  };
}

/** Restricts to-dos for chats where others read along: one can be added, and none is shown. */
export function writeOnlyTasks(tasks: Tasks): Tasks {
  const deny = denyReading("To-dos belong");
  return { create: (draft) => tasks.create(draft), update: deny, remove: deny, list: deny };
}

/** A task as its person reads it. */
function toTask(task: StoredTask, { timeZone }: Pick<Now, "timeZone">): Task {
  const { id, title, status, priority, due, project, notes, createdAt, updatedAt, doneAt } = task;
  return {
    id,
    title,
    status,
    priority,
    ...(due && { due: toMoment(due, { timeZone }) }),
    ...(project !== null && { project }),
    ...(notes !== null && { notes }),
    createdAt,
    updatedAt,
    ...(doneAt !== null && { doneAt }),
  };
}

/** Everything that is done to a task can be undone. */
async function record(
  tx: Repositories,
  owner: PersonKey,
  versions: ItemVersions<StoredTask>,
): Promise<void> {
  const change = taskChange(owner, versions);
  if (change) await tx.memoryChanges.add(change);
}

function missing(id: string): never {
  throw new Fault("missing", `Task not found: ${id}`, {
    hint: "Find the task's id with task_list.",
  });
}

/** Returns the line of history for a task; undefined where nothing changed. */
function taskChange(
  { tenant, person }: PersonKey,
  { before, after, at, key }: ItemVersions<StoredTask>,
): MemoryChange | undefined {
  const line = (ref: string, what: string) => ({
    id: key === undefined ? `task:${ref}:${what}:${at}` : taskKey(key),
    tenant,
    person,
    at,
    ref,
    undoneAt: null,
  });
  if (before && after) return { ...line(after.id, "changed"), kind: "task-changed", before, after };
  if (after) return { ...line(after.id, "created"), kind: "task-created", before: null, after };
  if (before) return { ...line(before.id, "deleted"), kind: "task-deleted", before, after: null };
  return undefined;
}

/** Returns the id of the line that the call of this key leaves. */
function taskKey(key: string): string {
  return `task:${key}`;
}
