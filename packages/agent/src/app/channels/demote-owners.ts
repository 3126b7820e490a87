import type { IntakePolicy } from "../../core/intake/deps.ts";
import { revokeGrants } from "../../core/accounts/revoke-grants.ts";
import { resetSession } from "../../core/turns/sessions/reset-session.ts";
import type { NewId } from "../../kernel/ids.ts";
import { isAtLeast, type Principal, type Role } from "../../kernel/principal.ts";
import type { Repositories } from "../../store/store.ts";

interface Former {
  readonly person: Principal;
  /** The most that the settings say of any of their names. */
  readonly role: Role;
}

/** Finds owners in the store whom no setting names any more; the owner at the terminal needs none. */
export async function findFormerOwners(
  { people }: Pick<Repositories, "people">,
  { owner, roleOf }: { readonly owner: Principal; readonly roleOf: IntakePolicy["roleOf"] },
): Promise<readonly Former[]> {
  const former: Former[] = [];
  for (const person of await people.ofRole(owner.tenant, "owner")) {
    if (person.id === owner.id) continue;
    const names = await people.identitiesOf(person.id);
    const role = names
      .map(({ channel, externalId }) => roleOf(channel, externalId))
      .reduce<Role>((most, one) => (isAtLeast(one, most) ? one : most), "stranger");
    if (role !== "owner") former.push({ person, role });
  }
  return former;
}

/** Has somebody be what the settings say, in the caller's transaction: what was pinned and allowed for the owner ends in their chats. */
export async function demoteOwner(
  tx: Repositories,
  { person: { id, tenant }, role }: Former,
  { now, newId }: { readonly now: number; readonly newId: NewId },
): Promise<void> {
  await tx.people.leaveRole(id, role);
  for (const chat of await tx.chats.directWith({ tenant, person: id })) {
    await resetSession({ tx, chat, now }, { newId });
    await revokeGrants(tx, { chat: chat.id, now });
  }
}
