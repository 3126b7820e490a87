import { type Wakeup, createWakeup } from "../kernel/wakeup.ts";
import type { Log } from "../platform/log.ts";
import { NO_TRACING } from "../platform/tracing.ts";
import type { Kernel } from "../store/kernel.ts";
import { type Agents, createAgents, mainAgent } from "./agents.ts";
import type { CoreDeps, CoreWakeups } from "./core-deps.ts";
import {
  createCurrentOverrides,
  type CurrentOverrides,
} from "./turns/operations/current-overrides.ts";
import { createEvents, type Events } from "./events/events.ts";
import { createLocaleOf, type LocaleOf } from "./locale.ts";
import { createModelHealth, type ModelHealth } from "./model-health.ts";
import { createRunningTurns, type RunningTurns } from "./running-turns.ts";
import { createQuarantine, type Quarantine } from "../work/quarantine.ts";
import { NO_ROSTER } from "../work/roster.ts";
import { createChannelRegistry, type ChannelRegistry } from "./wiring/channel-registry.ts";

/** The kernel, with the log and the ways to tell the people of a chat. */
export interface CoreKernel extends Kernel {
  readonly log: Log;
  readonly events: Events;
  /** Notified when a part waits to be delivered. */
  readonly outboxWakeup: Wakeup;
  /** True for a channel that replies are pushed to; elsewhere they are fetched. */
  readonly isPush: (channel: string) => boolean;
  /** How people are spoken to in a chat. */
  readonly localeOf: LocaleOf;
}

/** State that the parts of one core share while it lives. Nothing in it has to outlive the process. */
export interface CoreState {
  readonly kernel: CoreKernel;
  readonly agents: Agents;
  readonly overrides: CurrentOverrides;
  readonly running: RunningTurns;
  readonly health: ModelHealth;
  readonly served: ChannelRegistry;
  readonly quarantine: Quarantine;
  readonly wakeups: CoreWakeups;
}

/** Takes the given deps, and creates the core's own for those that are absent. */
export function createCoreState(deps: CoreDeps): CoreState {
  const { store, clock, newId, log, policy, tracing = NO_TRACING } = deps;
  const served = createChannelRegistry(tracing);
  const wakeups: CoreWakeups = {
    queue: createWakeup(),
    outboxWakeup: createWakeup(),
    endedWakeup: createWakeup(),
    learning: createWakeup(),
    questions: createWakeup(),
    ...deps.wakeups,
  };
  const { queue, outboxWakeup } = wakeups;
  const kernel: CoreKernel = {
    store,
    clock,
    newId,
    log,
    events: deps.events ?? createEvents(store),
    outboxWakeup,
    isPush: served.isPush,
    localeOf: createLocaleOf(policy.turns),
  };
  return {
    kernel,
    agents: deps.agents ?? createAgents(mainAgent(deps)),
    overrides: createCurrentOverrides(store),
    running: createRunningTurns(() => queue.notify()),
    health: createModelHealth({ ...kernel, queue, tenant: policy.intake.tenant }),
    served,
    quarantine: createQuarantine({ store, clock, log, roster: deps.roster ?? NO_ROSTER }),
    wakeups,
  };
}
