import type { Web } from "@reeve/sdk";
import { briefingSources } from "../domains/assistant/briefing-sources.ts";
import { createBriefing } from "../domains/assistant/create-briefing.ts";
import { createReadLater } from "../domains/assistant/create-read-later.ts";
import { createReminders } from "../domains/assistant/create-reminders.ts";
import { createTasks } from "../domains/assistant/create-tasks.ts";
import { labelOwn } from "../domains/assistant/label-own.ts";
import type { AssistantParts } from "../domains/assistant/parts.ts";
import { preferencesOf } from "../domains/preferences.ts";
import type { Clock } from "../kernel/clock.ts";
import type { CallLabels } from "../kernel/label.ts";
import type { PersonKey } from "../store/people.ts";
import type { Store } from "../store/store.ts";
import type { CallScope, ServiceFactories } from "../tools/toolbox.ts";

export interface AssistantSetup {
  readonly store: Store;
  readonly clock: Clock;
  /** Of people who named none. */
  readonly timeZone: string;
  /** Reads a page for a call; without it addresses are saved alone. */
  readonly web?: ((labels: CallLabels | undefined) => Web) | undefined;
}

/** What a person keeps with the agent, by the clock of their own time zone. */
export function assistantServices(setup: AssistantSetup) {
  const { store, clock, web } = setup;
  const partsOf = ({ tenant, person, labels }: CallScope): AssistantParts => ({
    now: () => clock.now(),
    timeZone: async () => (await preferencesOf({ tenant, person }, setup)).timeZone,
    labels,
  });
  return {
    tasks: (scope) => createTasks(store, ownerOf(scope), partsOf(scope)),
    readLater: (scope) =>
      createReadLater(store, ownerOf(scope), { ...partsOf(scope), web: web?.(scope.labels) }),
    reminders: (scope) =>
      createReminders(store, ownerOf(scope), {
        ...partsOf(scope),
        place: scope.place,
        role: scope.setting.role,
      }),
    briefing: (scope) =>
      createBriefing(
        briefingSources({
          store,
          owner: ownerOf(scope),
          labels: labelOwn(ownerOf(scope), scope.labels),
        }),
        partsOf(scope),
      ),
  } satisfies ServiceFactories;
}

function ownerOf({ tenant, person }: CallScope): PersonKey {
  return { tenant, person };
}
