import type { ChatCommand } from "../core/commands.ts";
import type { Clock } from "../kernel/clock.ts";
import type { NewId } from "../kernel/ids.ts";
import type { Implementation } from "../operations/control.ts";
import type { Store } from "../store/store.ts";
import type { ServiceFactories } from "../tools/toolbox.ts";

/** Everything that a feature adds to the agent, tools and command texts aside. */
export interface Feature {
  /** Services for tools, bound to a call. */
  readonly services?: ServiceFactories;
  readonly operations?: readonly Implementation[];
  readonly chatCommands?: readonly ChatCommand[];
}

export interface FeatureDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Time zone of people who have not set one. */
  readonly timeZone: string;
}
