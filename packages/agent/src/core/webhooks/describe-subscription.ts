import type { Store } from "../../store/store.ts";
import type { Webhook } from "../../store/webhooks.ts";

/** What people are shown of a subscription: all but its secrets. */
export async function describeSubscription(
  { id, url, events, description, state, reason, createdAt, person, former }: Webhook,
  { read }: Pick<Store, "read">,
) {
  const maker = await read.people.byId(person);
  return {
    webhook: id,
    url,
    events,
    description,
    state,
    reason,
    createdAt,
    maker: maker?.name ?? person,
    ...(former && { formerSecretUntil: former.until }),
    deliveries: await read.deliveries.count(id),
  };
}
