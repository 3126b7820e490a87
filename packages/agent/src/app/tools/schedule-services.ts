import { preferencesOf } from "../../domains/preferences.ts";
import { createSchedules } from "../../domains/schedules.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Store } from "../../store/store.ts";
import { findProblem } from "../../tools/find-problem.ts";
import type { ServiceFactories, Toolbox } from "../../tools/toolbox.ts";

export interface ScheduleSetup {
  readonly store: Store;
  readonly clock: Clock;
  /** Time zone of people who chose none. */
  readonly timeZone: string;
  /** The tools that a job may call. */
  readonly toolbox: () => Pick<Toolbox, "get" | "requires">;
}

/** Creates the schedule services; times are in each person's own time zone. */
export function scheduleServices(setup: ScheduleSetup) {
  const { store, clock, toolbox } = setup;
  return {
    schedules: ({ tenant, person, chat: id, labels, setting: { kind, role } }) =>
      createSchedules(
        store,
        { tenant, person },
        {
          now: () => clock.now(),
          timeZone: async () => (await preferencesOf({ tenant, person }, setup)).timeZone,
          chat: { id, kind },
          role,
          labels,
          findDenial: (call) => findProblem(call, toolbox()),
        },
      ),
  } satisfies ServiceFactories;
}
