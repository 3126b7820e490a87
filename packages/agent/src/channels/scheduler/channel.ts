import type { Schedule } from "../../core/schedule.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Channel } from "../channel.ts";

export interface SchedulerDeps {
  readonly schedule: Schedule;
  readonly clock: Clock;
}

/** After so long it looks again, whoever forgot to ring. */
const LOOK_AGAIN_MS = 30_000;

/** Where nobody types: what is due arrives as messages of the people who asked for it. */
export function createSchedulerChannel({ schedule, clock }: SchedulerDeps): Channel {
  return {
    name: "scheduler",
    async listen(inbox, signal) {
      const wake = () => schedule.wakeup.notify();
      signal.addEventListener("abort", wake);
      await schedule.start();
      while (!signal.aborted) {
        for (const envelope of await schedule.fire()) await inbox.deliver(envelope);
        const due = await schedule.nextDue();
        if (signal.aborted) break;
        const waitMs = due === undefined ? LOOK_AGAIN_MS : due - clock.now();
        if (waitMs > 0) await schedule.wakeup.wait(Math.min(waitMs, LOOK_AGAIN_MS));
      }
      signal.removeEventListener("abort", wake);
    },
  };
}
