import { Fault } from "@reeve/sdk";
import type { Principal } from "../../kernel/principal.ts";
import type { Repositories } from "../../store/store.ts";
import type { Webhook } from "../../store/webhooks/webhooks.ts";

/** So many at most: each event is kept once for each. */
const MAX_ITEMS = 50;

/** A subscription of somebody's tenant; throws `missing` where there is none of this id. */
export async function findSubscription(
  { webhooks: subscriptions }: Pick<Repositories, "webhooks">,
  id: string,
  { tenant }: Pick<Principal, "tenant">,
): Promise<Webhook> {
  const found = await subscriptions.byId(id);
  if (found?.tenant === tenant) return found;
  throw new Fault("missing", `Webhook not found: ${id}`, {
    hint: "List webhooks: reeve webhooks",
  });
}

/** Throws `conflict` where another sends to the same address: it would be told everything twice. */
export async function refuseAnother(
  { webhooks: subscriptions }: Pick<Repositories, "webhooks">,
  { id, tenant, url }: Webhook,
): Promise<void> {
  const all = await subscriptions.list(tenant);
  const same = all.find((one) => one.url === url && one.id !== id);
  if (same)
    throw new Fault("conflict", `The webhook ${same.id} already sends to ${url}.`, {
      hint: `To change its events, run: reeve webhooks update ${same.id}`,
    });
  const isNew = all.every((one) => one.id !== id);
  if (isNew && all.length >= MAX_ITEMS)
    throw new Fault("exhausted", `There are already ${MAX_ITEMS} webhooks, the maximum.`, {
      hint: "Remove a webhook that is no longer needed.",
    });
}
