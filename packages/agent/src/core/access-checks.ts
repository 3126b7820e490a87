import { Fault } from "@reeve/sdk";
import { isAtLeast, type Principal, type Role } from "../kernel/principal.ts";
import type { Chat } from "../store/messages/chats.ts";
import type { Store } from "../store/store.ts";
import type { Caller } from "./control.ts";

/** The chat in which a caller speaks, of their tenant: their own, where others have one of that address. */
export async function callerChat(
  { channel, externalId, person }: Caller,
  { read }: Pick<Store, "read">,
): Promise<Chat | undefined> {
  const chats = await read.chats.byAddress(channel, externalId);
  const own = chats.filter(({ tenant }) => tenant === person.tenant);
  return own.find(({ uid }) => uid === person.id) ?? own[0];
}

/** A direct chat is changed by whom it is with, every chat by the owner and admins; throws `denied` for others. */
export function requireChatControl(
  { kind, uid }: Pick<Chat, "kind" | "uid">,
  { id, role }: Pick<Principal, "id" | "role">,
): void {
  if (isAtLeast(role, "admin") || (kind === "direct" && uid === id)) return;
  throw new Fault("denied", "Only the owner and admins can change this chat's settings.", {
    hint: "You can change settings in your own direct chat.",
  });
}

/** Whether a person may see what is said in a chat: a direct chat is whom it is with, every chat the owner's and admins'. */
export function canRead(
  chat: Chat | undefined,
  { id, tenant, role }: Pick<Principal, "id" | "tenant" | "role">,
): chat is Chat {
  if (chat?.tenant !== tenant) return false;
  return isAtLeast(role, "admin") || (chat.kind === "direct" && chat.uid === id);
}

/** Throws `denied` for whoever is less than `least`; `only` says what they alone do: "stop the agent". */
export function requireRole(
  least: Extract<Role, "owner" | "admin">,
  { role }: Pick<Principal, "role">,
  only: string,
): void {
  if (isAtLeast(role, least)) return;
  const who = least === "owner" ? "the owner can" : "the owner and admins can";
  throw new Fault("denied", `Only ${who} ${only} (your role: ${role}).`);
}
