import { Fault } from "@reeve/sdk";
import { callerPlace } from "../../core/caller-place.ts";
import type { ControlSection } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { cutPage, MAX_ROWS } from "../../operations/pages.ts";
import { reminders } from "@reeve/operations/reminders";
import type { Store } from "../../store/store.ts";
import type { OwnThings } from "../own-things.ts";

export interface RemindersDeps extends OwnThings {
  readonly store: Pick<Store, "read">;
}

export function createReminders({ services, newId, store }: RemindersDeps): ControlSection {
  return implement(
    reminders,
    {
      async list(page, call) {
        const found = await (await services(call, call.key)).reminders.list({ limit: MAX_ROWS });
        return cutPage(found, page, ({ id }) => id);
      },
      async create(draft, call) {
        if (!(await callerPlace(call, store)))
          throw new Fault("missing", "Nothing was said in this chat yet.", {
            hint: "Write a message first: a reminder is said in a chat.",
          });
        const own = (await services(call, call.key)).reminders;
        // Some jobs are known by their ids: nobody chooses one of these.
        return own.create({ id: `reminder:${call.key}`, ...draft });
      },
      snooze: async ({ id, until }, call) =>
        (await services(call, call.key)).reminders.snooze(id, { until, key: call.key }),
      async cancel({ id }, call) {
        await (await services(call, call.key)).reminders.cancel(id);
      },
    },
    newId,
  );
}
