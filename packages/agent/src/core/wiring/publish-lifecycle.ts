import type { EventData } from "../../domains/events.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { NewId } from "../../kernel/ids.ts";
import type { Store } from "../../store/store.ts";
import { publish } from "../publish.ts";

export interface PublishLifecycleDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly tenant: string;
}

/** Tells subscribers that the agent runs or has ended; commits nothing where nobody listens. */
export async function publishLifecycle(
  { state }: EventData<"lifecycle.changed">,
  { store, clock, newId, tenant }: PublishLifecycleDeps,
): Promise<void> {
  if (!store.read.deliveries.hasSubscribers) return;
  const at = clock.now();
  const id = `lifecycle_${newId()}`;
  await store.commit("tell-lifecycle", (tx) =>
    publish(tx, async () => [
      { type: "lifecycle.changed", id, tenant, chat: null, about: null, at, data: { state } },
    ]),
  );
}
