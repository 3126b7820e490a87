import type { CallScope } from "../../tools/toolbox.ts";
import { callerScope } from "../caller-scope.ts";
import type { Feature, FeatureDeps } from "../feature.ts";
import { itemDeps } from "../item-deps.ts";
import { restrictInGroups } from "../restrict-in-groups.ts";
import { remindersCommand } from "./chat-command.ts";
import { createReminders, writeOnlyReminders } from "./create-reminders.ts";
import { createRemindersOperations } from "./implement.ts";

export function createRemindersFeature(deps: FeatureDeps): Feature {
  const { store, newId } = deps;
  const remindersOf = (scope: CallScope) => {
    const { tenant, person, chat } = scope;
    return createReminders(
      store,
      { tenant, person },
      { ...itemDeps(scope, deps), chat, role: scope.setting.role },
    );
  };
  return {
    services: { reminders: restrictInGroups(remindersOf, writeOnlyReminders) },
    operations: [
      createRemindersOperations({
        remindersOf: async (call) => remindersOf(await callerScope(call, store)),
        store,
        newId,
      }),
    ],
    chatCommands: [remindersCommand(deps)],
  };
}
