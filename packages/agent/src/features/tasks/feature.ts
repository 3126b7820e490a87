import type { CallScope } from "../../tools/toolbox.ts";
import { callerScope } from "../caller-scope.ts";
import type { Feature, FeatureDeps } from "../feature.ts";
import { itemDeps } from "../item-deps.ts";
import { restrictInGroups } from "../restrict-in-groups.ts";
import { tasksCommand } from "./chat-command.ts";
import { createTasks, writeOnlyTasks } from "./create-tasks.ts";
import { createTasksOperations } from "./implement.ts";

export function createTasksFeature(deps: FeatureDeps): Feature {
  const { store, newId } = deps;
  const tasksOf = (scope: CallScope) => {
    const { tenant, person } = scope;
    return createTasks(store, { tenant, person }, itemDeps(scope, deps));
  };
  return {
    services: { tasks: restrictInGroups(tasksOf, writeOnlyTasks) },
    operations: [
      createTasksOperations({
        tasksOf: async (call) => tasksOf(await callerScope(call, store)),
        newId,
      }),
    ],
    chatCommands: [tasksCommand(deps)],
  };
}
