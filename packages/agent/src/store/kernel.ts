import type { Clock } from "../kernel/clock.ts";
import type { NewId } from "../kernel/ids.ts";
import type { Store } from "./store.ts";

/** The data, the time and new ids: nearly every part of the agent works with these. */
export interface Kernel {
  readonly store: Store;
  readonly clock: Clock;
  readonly newId: NewId;
}
