import { Fault } from "@reeve/sdk";
import type { Address, Envelope } from "../../kernel/envelope.ts";
import { type NewId, type PersonId, toId } from "../../kernel/ids.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { ChatWithLast } from "../../store/messages/chats.ts";
import type { Repositories } from "../../store/store.ts";
import type { IntakePolicy } from "./deps.ts";

interface ResolveDeps {
  readonly policy: IntakePolicy;
  /** The one at this machine's terminal, who keeps name and role wherever they write. */
  readonly owner?: PersonId | undefined;
  readonly newId: NewId;
}

/** The person behind a sender; someone new is remembered. Throws `denied` where the channel proved who it is and nobody is. */
export async function resolvePerson(
  tx: Repositories,
  { address, sender }: Pick<Envelope, "address" | "sender">,
  { policy, newId, owner }: ResolveDeps,
): Promise<Principal> {
  if (sender.person !== undefined) return authenticatedPerson(tx, sender.person, policy);
  const { tenant } = policy;
  const identity = { tenant, channel: address.channel, externalId: sender.id };
  const role = policy.roleOf(address.channel, sender.id);
  const known = await tx.people.byIdentity(identity);
  if (!known) {
    const person = { id: toId<"person">(newId()), tenant, role, name: sender.name };
    await tx.people.add(person, identity);
    return person;
  }
  if (known.id === owner || (known.name === sender.name && known.role === role)) return known;
  return tx.people.updateFromChannel(known, { name: sender.name, role });
}

/** Somebody whom the channel knows by itself, with the role that they have now. */
export async function authenticatedPerson(
  { people }: Pick<Repositories, "people">,
  id: PersonId,
  { tenant }: Pick<IntakePolicy, "tenant">,
): Promise<Principal> {
  const known = await people.byId(id);
  if (known?.tenant === tenant) return known;
  throw new Fault("denied", `The person "${id}" no longer exists.`, {
    hint: "Create a token for another person: reeve tokens create",
  });
}

/**
 * The chat of a chat, which speaks as the program of this sender from now on, where that tells and
 * they are answered. In a direct chat its uid is the person, elsewhere the group itself.
 */
export async function resolveChat(
  tx: Repositories,
  envelope: Pick<Envelope, "address"> & Partial<Envelope>,
  { policy, newId, author }: ResolveDeps & { readonly author: Principal },
): Promise<ChatWithLast> {
  const { address } = envelope;
  const { tenant } = policy;
  const { channel, externalId, kind } = address;
  const uid = chatUid(address, author);
  const add = async () => {
    const id = toId<"chat">(newId());
    const key = { tenant, uid, channel, externalId };
    return { ...(await tx.chats.add({ id, kind, ...key, ...policy.newChat })), lastAt: null };
  };
  const known = await tx.chats.byKeyWithLast({ tenant, uid, channel, externalId });
  const chat = known ?? (await add());
  const language = languageTold(envelope, author);
  if (language === undefined || language === chat.language) return chat;
  await tx.chats.configure(chat.id, { language });
  return { ...chat, language };
}

/** In a group strangers are not answered, nor is what is said among others. */
function languageTold(
  { address, sender, isOverheard, isOwn }: Pick<Envelope, "address"> & Partial<Envelope>,
  { role }: Pick<Principal, "role">,
): string | undefined {
  if (sender?.isBot || isOverheard || isOwn) return undefined;
  return address.kind === "direct" || role !== "stranger" ? sender?.language : undefined;
}

/** Returns the uid of the chat in which this person writes. */
export function chatUid(
  { channel, externalId, kind }: Address,
  { id }: Pick<Principal, "id">,
): string {
  return kind === "direct" ? id : `group:${channel}:${externalId}`;
}
