import type { NewId } from "../../kernel/ids.ts";
import type { Implementation } from "../../operations/control.ts";
import { type Call, implement } from "../../operations/implement.ts";
import { cutPage, MAX_ROWS } from "../../operations/pages.ts";
import { tasks } from "@reeve/operations/work/tasks";
import type { Tasks } from "./tasks.ts";

export interface TasksOperationsDeps {
  /** Tasks of the caller. */
  readonly tasksOf: (call: Call) => Promise<Tasks>;
  readonly newId: NewId;
}

export function createTasksOperations({ tasksOf, newId }: TasksOperationsDeps): Implementation {
  return implement(
    tasks,
    {
      async list({ status, project, dueBefore, ...page }, call) {
        const found = await (
          await tasksOf(call)
        ).list({ status, project, dueBefore, limit: MAX_ROWS });
        return cutPage(found, page, ({ id }) => id);
      },
      create: async (draft, call) => (await tasksOf(call)).create({ id: call.key, ...draft }),
      update: async ({ id, ...patch }, call) => (await tasksOf(call)).update(id, patch),
      delete: async ({ id }, call) => (await tasksOf(call)).remove(id, { key: call.key }),
    },
    newId,
  );
}
