import { createEvents } from "../../src/core/events/events.ts";
import { createLocaleOf } from "../../src/core/locale.ts";
import { jobWork } from "../../src/core/schedule/job-work.ts";
import type { Clock } from "../../src/kernel/clock.ts";
import type { Envelope } from "../../src/kernel/envelope.ts";
import { newId, toId } from "../../src/kernel/ids.ts";
import { createWakeup } from "../../src/kernel/wakeup.ts";
import { silentLog } from "../../src/platform/log.ts";
import type { Store } from "../../src/store/store.ts";
import { runUntilIdle } from "../../src/work/testing/run-until-idle.ts";

/** Fires what is due, as another process on the store would. Returns the messages that jobs began with. */
export async function fireJobs(store: Store, clock: Clock): Promise<readonly Envelope[]> {
  const delivered: Envelope[] = [];
  const kind = jobWork({
    store,
    events: createEvents(store),
    clock,
    log: silentLog,
    newId,
    owner: newId(),
    outboxWakeup: createWakeup(),
    timeZone: "UTC",
    isPush: () => true,
    localeOf: createLocaleOf({ timeZone: "UTC" }),
    wakeup: createWakeup(),
    inbox: {
      async deliver(envelope) {
        delivered.push(envelope);
        return { message: toId(envelope.id), outcome: "queued" };
      },
    },
  });
  await runUntilIdle(kind, { clock });
  return delivered;
}
