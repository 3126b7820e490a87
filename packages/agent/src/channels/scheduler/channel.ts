import type { Schedule } from "../../core/schedule.ts";
import { attempt } from "../../kernel/attempt.ts";
import type { Log } from "../../platform/log.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Channel } from "../channel.ts";

export interface SchedulerDeps {
  readonly schedule: Schedule;
  readonly clock: Clock;
  readonly log: Log;
}

/** After so long it looks again, whoever forgot to ring. */
const LOOK_AGAIN_MS = 30_000;

/** Where nobody types: what is due arrives as messages of the people who asked for it. */
export function createSchedulerChannel({ schedule, clock, log }: SchedulerDeps): Channel {
  return {
    name: "scheduler",
    async listen(inbox, signal) {
      const wake = () => schedule.wakeup.notify();
      signal.addEventListener("abort", wake);
      await schedule.start();
      while (!signal.aborted) {
        for (const envelope of await schedule.fire()) {
          const accepted = await attempt(inbox.deliver(envelope));
          // Its run is fired again when its claim is over; the others do not wait for it.
          if (accepted.status === "rejected")
            log.error("failed to start a job", { message: envelope.id, error: accepted.reason });
        }
        const due = await schedule.nextDue();
        if (signal.aborted) break;
        const waitMs = due === undefined ? LOOK_AGAIN_MS : due - clock.now();
        if (waitMs > 0) await schedule.wakeup.wait(Math.min(waitMs, LOOK_AGAIN_MS));
      }
      signal.removeEventListener("abort", wake);
    },
  };
}
