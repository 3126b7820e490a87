import { type Wakeup, createWakeup } from "../kernel/wakeup.ts";
import { NO_TRACING } from "../platform/tracing.ts";
import { type Agents, createAgents, mainAgent } from "./agents.ts";
import type { CoreDeps } from "./core-deps.ts";
import { createCurrentOverrides, type CurrentOverrides } from "./current-overrides.ts";
import { createEvents, type Events } from "./events.ts";
import { createLocaleOf, type LocaleOf } from "./locale.ts";
import { createRunningTurns, type RunningTurns } from "./running-turns.ts";
import { createChannelRegistry, type ChannelRegistry } from "./wiring/channel-registry.ts";

/** State that the parts of one core share while it lives. Nothing in it has to outlive the process. */
export interface CoreState {
  readonly events: Events;
  readonly agents: Agents;
  readonly overrides: CurrentOverrides;
  readonly running: RunningTurns;
  readonly served: ChannelRegistry;
  readonly wakeups: CoreWakeups;
  /** How people are spoken to in a chat. */
  readonly localeOf: LocaleOf;
}

/** Wakeups of the loops of a core. */
export interface CoreWakeups {
  /** Something waits in a chat's queue. */
  readonly queue: Wakeup;
  /** Something waits to be delivered. */
  readonly outboxWakeup: Wakeup;
  /** A session has ended, or a turn of one that ended before. */
  readonly endedWakeup: Wakeup;
  /** A turn has ended from which something may be learned. */
  readonly learning: Wakeup;
  /** A question was asked or closed. */
  readonly questions: Wakeup;
}

/** Takes the given deps, and creates the core's own for those that are absent. */
export function createCoreState(deps: CoreDeps): CoreState {
  const { store, policy, tracing = NO_TRACING } = deps;
  return {
    events: deps.events ?? createEvents(store),
    agents: deps.agents ?? createAgents(mainAgent(deps)),
    overrides: createCurrentOverrides(store),
    running: createRunningTurns(),
    served: createChannelRegistry(tracing),
    localeOf: createLocaleOf(policy.turns),
    wakeups: {
      queue: createWakeup(),
      outboxWakeup: createWakeup(),
      endedWakeup: deps.endedWakeup ?? createWakeup(),
      learning: createWakeup(),
      questions: createWakeup(),
    },
  };
}
