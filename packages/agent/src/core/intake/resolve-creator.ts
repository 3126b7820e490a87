import type { Principal } from "../../kernel/principal.ts";
import type { Job } from "../../store/items/jobs.ts";
import type { Chat } from "../../store/messages/chats.ts";
import type { Repositories } from "../../store/store.ts";
import type { IntakeDeps } from "./deps.ts";

/**
 * Resolves the creator of a job, with their present role on the channel; undefined if the person is
 * no longer known.
 */
export async function resolveCreator(
  tx: Repositories,
  { maker, tenant }: Pick<Job, "maker" | "tenant">,
  { chat, policy, owner }: Pick<IntakeDeps, "policy" | "owner"> & { readonly chat: Chat },
): Promise<Principal | undefined> {
  const known = await tx.people.byId(maker);
  if (!known || known.tenant !== tenant) return undefined;
  if (known.id === owner) return known;
  const identity = await tx.people.identityOn(maker, chat.channel);
  if (!identity) return known;
  const role = policy.roleOf(chat.channel, identity.externalId);
  return known.role === role
    ? known
    : tx.people.updateFromChannel(known, { name: known.name, role });
}
