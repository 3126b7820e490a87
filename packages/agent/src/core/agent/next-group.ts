import type { StoredCall } from "../../store/turns/turns.ts";
import type { GatedCall } from "../turn-log.ts";

type Plannable = Pick<StoredCall, "effect" | "state">;

/**
 * The calls that start next: all reads up to the next other call, or that one
 * call alone. Order is kept, so what a read sees does not depend on timing.
 */
export function nextGroup<Call extends Plannable>(calls: readonly Call[]): readonly Call[] {
  const planned = calls.filter(({ state }) => state === "planned");
  const firstOther = planned.findIndex(({ effect }) => effect !== "read");
  if (firstOther === -1) return planned;
  return planned.slice(0, Math.max(firstOther, 1));
}

/** Returns the state that the gate's verdict gives a call: only what is allowed is ever run. */
export function plannedState({ verdict }: GatedCall): "planned" | "settled" {
  return verdict.type === "allow" ? "planned" : "settled";
}
