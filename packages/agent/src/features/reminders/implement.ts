import { Fault } from "@reeve/sdk";
import { callerChat } from "../../core/access-checks.ts";
import type { NewId } from "../../kernel/ids.ts";
import type { Implementation } from "../../operations/control.ts";
import { type Call, implement } from "../../operations/implement.ts";
import { cutPage, MAX_ROWS } from "../../operations/pages.ts";
import { reminders } from "@reeve/operations/work/reminders";
import type { Store } from "../../store/store.ts";
import type { Reminders } from "./reminders.ts";

export interface RemindersOperationsDeps {
  /** Reminders of the caller. */
  readonly remindersOf: (call: Call) => Promise<Reminders>;
  readonly store: Pick<Store, "read">;
  readonly newId: NewId;
}

export function createRemindersOperations({
  remindersOf,
  store,
  newId,
}: RemindersOperationsDeps): Implementation {
  return implement(
    reminders,
    {
      async list(page, call) {
        const found = await (await remindersOf(call)).list({ limit: MAX_ROWS });
        return cutPage(found, page, ({ id }) => id);
      },
      async create(draft, call) {
        if (!(await callerChat(call, store)))
          throw new Fault("missing", "This chat has no messages yet.", {
            hint: "Send a message here first, so that the reminder has a chat to appear in.",
          });
        // Some jobs are known by their ids: nobody chooses one of these.
        return (await remindersOf(call)).create({ id: `reminder:${call.key}`, ...draft });
      },
      snooze: async ({ id, until }, call) =>
        (await remindersOf(call)).snooze(id, { until, key: call.key }),
      async cancel({ id }, call) {
        await (await remindersOf(call)).cancel(id);
      },
    },
    newId,
  );
}
