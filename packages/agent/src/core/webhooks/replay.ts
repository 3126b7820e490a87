import { Fault } from "@reeve/sdk";
import type { Principal } from "../../kernel/principal.ts";
import type { Repositories } from "../../store/store.ts";
import { findSubscription } from "./find-subscription.ts";

interface Asking {
  readonly person: Principal;
  readonly now: number;
}

/** More are left for another time. */
const MAX_ITEMS = 10_000;

/** Lets a delivery wait again, unless it does; answers with how many now do. */
export async function replayOne(
  tx: Repositories,
  id: string,
  { person, now }: Asking,
): Promise<number> {
  const delivery = await tx.deliveries.byId(id);
  if (!delivery)
    throw new Fault("missing", `Delivery not found: ${id}`, {
      hint: "List them: reeve webhooks deliveries",
    });
  await findSubscription(tx, delivery.subscription, person);
  return (await tx.deliveries.replay(id, now)) ? 1 : 0;
}

/** The same for all of a webhook that were given up. */
export async function replayDeadLetters(
  tx: Repositories,
  webhook: string,
  { person, now }: Asking,
): Promise<number> {
  const { id: subscription, tenant } = await findSubscription(tx, webhook, person);
  const dead = await tx.deliveries.list({ tenant, subscription, state: "dead", limit: MAX_ITEMS });
  for (const { id } of dead) await tx.deliveries.replay(id, now);
  return dead.length;
}
