import type { PlaceId } from "../kernel/ids.ts";
import type { Repositories } from "../store/store.ts";

/** Takes back what was allowed for good in a chat, in the caller's transaction: it is asked about again. */
export async function revokeGrants(
  { approvals }: Pick<Repositories, "approvals">,
  { place, now }: { readonly place: PlaceId; readonly now: number },
): Promise<void> {
  for (const { id } of await approvals.grants(place, now)) await approvals.revokeGrant(id, now);
}
