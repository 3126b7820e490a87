import type { Services } from "@reeve/sdk";
import type { Caller } from "../core/control.ts";
import { callerScope } from "../features/caller-scope.ts";
import type { Store } from "../store/store.ts";
import type { Toolbox } from "../tools/toolbox.ts";

/** What people reach themselves of what tools work with. */
const REACHED = ["workspace"] as const;

/** The services that tools have, bound to a person who uses them without a tool. */
export type CallerServices = (caller: Caller, key: string) => Promise<CalledServices>;

export type CalledServices = Pick<Services, (typeof REACHED)[number]>;

export interface CallerServicesParts {
  readonly toolbox: Pick<Toolbox, "services">;
  readonly store: Store;
}

/** What is done under the same `key` twice is recorded once. The person alone reads what is answered. */
export function createCallerServices({ toolbox, store }: CallerServicesParts): CallerServices {
  return async (caller, key) => {
    const scope = await callerScope({ ...caller, key }, store);
    return toolbox.services({ name: "control", needs: REACHED }, scope);
  };
}
