import type { AccessPolicy } from "../kernel/access-policy.ts";
import type { Address } from "../kernel/envelope.ts";
import { isAtLeast, type Role } from "../kernel/principal.ts";

/** Policies of a channel, by kind of chat. */
export interface ChannelAccess {
  readonly direct: AccessPolicy;
  readonly groups: AccessPolicy;
}

/** Returns the policy that holds in a chat: its own one, or that of its channel for its kind. */
export function policyIn(
  {
    kind,
    policy,
  }: { readonly kind: Address["kind"]; readonly policy?: AccessPolicy | null | undefined },
  access: ChannelAccess | undefined,
): AccessPolicy | undefined {
  return policy ?? (kind === "direct" ? access?.direct : access?.groups);
}

/** Returns why a role is not answered in a chat; undefined if it is. Strangers are told apart elsewhere. */
export function findAccessDenial(
  access: ChannelAccess | undefined,
  { role, ...chat }: Parameters<typeof policyIn>[0] & { readonly role: Role },
): string | undefined {
  const policy = policyIn(chat, access);
  if (policy === "disabled") {
    if (chat.policy === policy) return "this chat is disabled";
    return `${chat.kind === "direct" ? "direct chats" : "groups"} are disabled`;
  }
  // On a channel that is open to all, a guest may be anybody.
  const isGuest = role === "guest" && policyIn({ kind: chat.kind }, access) === "open";
  if (policy === "allowlist" && isGuest) return "only people with access are answered here";
  if (policy === "admin-only" && !isAtLeast(role, "admin")) return "only admins are answered here";
  return undefined;
}
