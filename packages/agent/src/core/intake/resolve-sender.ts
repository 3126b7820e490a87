import type { Envelope } from "../../kernel/envelope.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { IntakeDeps } from "./deps.ts";
import { resolvePerson, authenticatedPerson } from "./resolve.ts";

/** Resolves a sender on a channel, in a commit of its own only if they are new or have changed. */
export async function resolveSender(
  envelope: Pick<Envelope, "address" | "sender">,
  deps: Pick<IntakeDeps, "store" | "policy" | "newId" | "owner">,
): Promise<Principal> {
  const { address, sender } = envelope;
  const { store, policy } = deps;
  if (sender.person !== undefined) return authenticatedPerson(store.read, sender.person, policy);
  const { tenant } = policy;
  const identity = { tenant, channel: address.channel, externalId: sender.id };
  const known = await store.read.people.byIdentity(identity);
  const role = policy.roleOf(address.channel, sender.id);
  const isSame = known?.name === sender.name && known.role === role;
  if (known && (known.id === deps.owner || isSame)) return known;
  return store.commit("change-people", (tx) => resolvePerson(tx, envelope, deps));
}
