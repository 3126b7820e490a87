import type { TaskStatus } from "@reeve/operations/work/tasks";
import { type Kysely, type Selectable } from "kysely";
import type { PassageStore } from "../../search/passages.ts";
import type { PersonKey } from "../../people/people.ts";
import type { StoredTask, TaskFilter, TaskStore } from "../../items/tasks.ts";
import { labelFromJson } from "../json.ts";
import { createItemPassages } from "./item-passages.ts";
import type { Tables } from "../tables.ts";

/** A task is found like a note, too. */
export function createTasks(
  db: Kysely<Tables>,
  passages: Pick<PassageStore, "put" | "remove">,
): TaskStore {
  const own = createItemPassages(db, passages);
  const index = (owner: PersonKey, task: StoredTask) =>
    own.put(owner, {
      id: task.id,
      text: searchedText(task),
      at: task.updatedAt,
      label: task.label,
    });
  const tasksOf = ({ tenant, person }: PersonKey) =>
    db.selectFrom("tasks").selectAll().where("tenant", "=", tenant).where("person", "=", person);

  const listed = async (
    owner: PersonKey,
    status: TaskStatus,
    { project, dueBefore, limit }: TaskFilter,
  ) => {
    if (limit === 0) return [];
    let query = tasksOf(owner).where("status", "=", status);
    if (dueBefore !== undefined) query = query.where("due", "<", dueBefore);
    if (project !== undefined) query = query.where("project_key", "=", project.toLowerCase());
    // Use the index of open tasks, and that of done ones, so that no more rows are read than needed.
    const ordered =
      status === "todo"
        ? query.orderBy("due").orderBy("created")
        : query.orderBy("done", "desc").orderBy("id");
    return (await ordered.limit(limit).execute()).map(toTask);
  };

  return {
    async add(owner, task) {
      const { tenant, person } = owner;
      const added = await db
        .insertInto("tasks")
        .values({ id: task.id, tenant, person, created: task.createdAt, ...toColumns(task) })
        .onConflict((conflict) => conflict.doNothing())
        .returning("id")
        .executeTakeFirst();
      if (added) await index(owner, task);
    },

    async byId(owner, id) {
      const row = await tasksOf(owner).where("id", "=", id).executeTakeFirst();
      return row && toTask(row);
    },

    async replace(owner, task) {
      const { numUpdatedRows } = await db
        .updateTable("tasks")
        .set(toColumns(task))
        .where("id", "=", task.id)
        .where("tenant", "=", owner.tenant)
        .where("person", "=", owner.person)
        .executeTakeFirst();
      if (numUpdatedRows > 0) await index(owner, task);
    },

    async remove(owner, id) {
      await own.remove(owner, id);
      const { numDeletedRows } = await db
        .deleteFrom("tasks")
        .where("id", "=", id)
        .where("tenant", "=", owner.tenant)
        .where("person", "=", owner.person)
        .executeTakeFirst();
      return Number(numDeletedRows) > 0;
    },

    async list(owner, filter) {
      const { status, limit } = filter;
      if (status) return listed(owner, status, filter);
      const open = await listed(owner, "todo", filter);
      return [...open, ...(await listed(owner, "done", { ...filter, limit: limit - open.length }))];
    },
  };
}

/** Later than any date: what has none comes last, in the order of the index. */
const NO_DATE = 9_000_000_000_000_000;

function toColumns(task: StoredTask) {
  return {
    title: task.title,
    notes: task.notes,
    project: task.project,
    project_key: task.project?.toLowerCase() ?? null,
    priority: task.priority,
    status: task.status,
    due: task.due?.at ?? NO_DATE,
    due_is_day: task.due?.isDateOnly ? 1 : 0,
    done: task.doneAt,
    label: task.label ? JSON.stringify(task.label) : null,
    updated: task.updatedAt,
  };
}

function toTask({ label, ...row }: Selectable<Tables["tasks"]>): StoredTask {
  const task = {
    id: row.id,
    title: row.title,
    status: row.status,
    priority: row.priority,
    due: row.due === NO_DATE ? null : { at: row.due, isDateOnly: row.due_is_day === 1 },
    project: row.project,
    notes: row.notes,
    createdAt: row.created,
    updatedAt: row.updated,
    doneAt: row.done,
  };
  return label === null ? task : { ...task, label: labelFromJson(label) };
}

function searchedText({ title, project, notes, status }: StoredTask): string {
  const head = status === "todo" ? "To do" : "Done";
  const parts = [`${head}: ${title}`, notes, project === null ? null : `#${project}`];
  return parts.filter((part) => part !== null).join("\n");
}
