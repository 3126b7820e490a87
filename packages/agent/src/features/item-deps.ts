import { preferencesOf } from "../domains/preferences.ts";
import type { Clock } from "../kernel/clock.ts";
import type { CallLabels } from "../kernel/label.ts";
import type { CallScope } from "../tools/toolbox.ts";
import type { FeatureDeps } from "./feature.ts";

/** Everything that a service of one person needs beside the store. */
export interface ItemDeps extends Clock {
  /** IANA name of the person's time zone. */
  readonly timeZone: () => Promise<string>;
  /** Labels of the call that reads or writes; without them everything is its person's own. */
  readonly labels?: CallLabels | undefined;
}

/** Returns the deps of a service for one call. */
export function itemDeps(
  { tenant, person, labels }: Pick<CallScope, "tenant" | "person" | "labels">,
  deps: Pick<FeatureDeps, "store" | "clock" | "timeZone">,
): ItemDeps {
  return {
    now: () => deps.clock.now(),
    timeZone: async () => (await preferencesOf({ tenant, person }, deps)).timeZone,
    labels,
  };
}
