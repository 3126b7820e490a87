import type { ControlSection } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { cutPage, MAX_ROWS } from "../../operations/pages.ts";
import { tasks } from "@reeve/operations/tasks";
import type { OwnThings } from "../own-things.ts";

export function createTasks({ services, newId }: OwnThings): ControlSection {
  return implement(
    tasks,
    {
      async list({ status, project, dueBefore, ...page }, call) {
        const own = (await services(call, call.key)).tasks;
        const found = await own.list({ status, project, dueBefore, limit: MAX_ROWS });
        return cutPage(found, page, ({ id }) => id);
      },
      create: async (draft, call) =>
        (await services(call, call.key)).tasks.create({ id: call.key, ...draft }),
      update: async ({ id, ...patch }, call) =>
        (await services(call, call.key)).tasks.update(id, patch),
      delete: async ({ id }, call) =>
        (await services(call, call.key)).tasks.remove(id, { key: call.key }),
    },
    newId,
  );
}
