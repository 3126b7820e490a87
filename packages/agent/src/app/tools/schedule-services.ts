import { preferencesOf } from "../../domains/preferences.ts";
import { createSchedules } from "../../domains/schedules.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { JobCall } from "../../store/items/jobs.ts";
import type { Store } from "../../store/store.ts";
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
          findDenial: (call) => findDenial(call, toolbox()),
        },
      ),
  } satisfies ServiceFactories;
}

/** A call that could never be made is told at once, not when its time has come. */
function findDenial(
  { name, params }: JobCall,
  toolbox: Pick<Toolbox, "get" | "requires">,
): string | undefined {
  const tool = toolbox.get(name);
  if (!tool) {
    const requires = toolbox.requires(name);
    return requires === undefined
      ? `Unknown tool: "${name}".`
      : `The tool ${name} is unavailable: it needs ${requires}.`;
  }
  const parsed = tool.params.safeParse(params);
  if (parsed.success) return undefined;
  const [issue] = parsed.error.issues;
  return `${name}: ${issue?.path.join(".") ?? ""} ${issue?.message ?? "wrong arguments"}`;
}
