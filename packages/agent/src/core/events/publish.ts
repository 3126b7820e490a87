import { type DomainEvent, toPublished } from "../../domains/events.ts";
import type { Repositories } from "../../store/store.ts";

/**
 * Tells subscribers of what happened, in the commit that makes it so. `events` is called only
 * where somebody may be listening: what it reads costs nobody else a statement.
 */
export async function publish(
  tx: Repositories,
  events: () => Promise<readonly DomainEvent[]>,
): Promise<void> {
  if (!tx.deliveries.hasSubscribers) return;
  await tx.deliveries.publish((await events()).map(toPublished));
}
