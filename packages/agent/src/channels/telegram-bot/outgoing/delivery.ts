import type { DeliverOptions } from "../../../core/outbound.ts";
import type { Address } from "../../../kernel/envelope.ts";
import { type DeliveryLog, openDeliveryLog } from "./delivery-log.ts";
import { resolveTarget } from "./resolve-target.ts";
import type { OutgoingDeps } from "./outgoing-deps.ts";
import type { Target } from "./send-piece.ts";

/** One part of a reply on its way. */
export interface Delivery extends DeliverOptions {
  /** The chat as addresses name it. */
  readonly externalId: string;
  readonly target: Target;
  readonly ledger: DeliveryLog;
}

/** Finds out where a part goes, and what of it is there already. */
export async function openDelivery(
  { externalId }: Pick<Address, "externalId">,
  options: DeliverOptions,
  deps: Pick<OutgoingDeps, "client" | "own" | "moved" | "clock">,
): Promise<Delivery> {
  const target = await resolveTarget({ ...options, externalId }, deps);
  const { chat, topic } = target;
  const { clientId } = options;
  const { own, clock } = deps;
  const ledger = await openDeliveryLog(own, { chat, topic, externalId, clientId, clock });
  return { ...options, externalId, target, ledger };
}
