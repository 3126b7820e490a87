import type { Kernel } from "../store/kernel.ts";
import type { ChatCommand } from "../core/commands.ts";
import type { Implementation } from "../operations/control.ts";
import type { ServiceFactories } from "../tools/toolbox.ts";

/** Everything that a feature adds to the agent, tools and command texts aside. */
export interface Feature {
  /** Services for tools, bound to a call. */
  readonly services?: ServiceFactories;
  readonly operations?: readonly Implementation[];
  readonly chatCommands?: readonly ChatCommand[];
}

export interface FeatureDeps extends Kernel {
  /** Time zone of people who have not set one. */
  readonly timeZone: string;
}
