import type { OutageCause } from "@reeve/operations/outages";

export { OUTAGE_CAUSES, type OutageCause } from "@reeve/operations/outages";

/** Checks whether an outage lasts until the owner repairs something. */
export function needsOwner(cause: OutageCause): boolean {
  return cause === "key" || cause === "credit" || cause === "model";
}
