import type { ChatId } from "../../kernel/ids.ts";
import type { Repositories } from "../../store/store.ts";

/** Takes back what was allowed for good in a chat, in the caller's transaction: it is asked about again. */
export async function revokeGrants(
  { approvals }: Pick<Repositories, "approvals">,
  { chat, now }: { readonly chat: ChatId; readonly now: number },
): Promise<void> {
  for (const { id } of await approvals.grants(chat, now)) await approvals.revokeGrant(id, now);
}
