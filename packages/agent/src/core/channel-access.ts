import type { Address } from "../kernel/envelope.ts";
import { isAtLeast, type Role } from "../kernel/principal.ts";

/**
 * Policies for who is answered in a kind of chat. `open`: everyone; people unknown to the agent are guests.
 * `allowlist`: people and groups with access. `admin-only`: the owner and admins. `disabled`: nobody.
 */
export const ACCESS_POLICIES = ["open", "allowlist", "admin-only", "disabled"] as const;

export type AccessPolicy = (typeof ACCESS_POLICIES)[number];

/** Policies of a channel, by kind of chat. */
export interface ChannelAccess {
  readonly direct: AccessPolicy;
  readonly groups: AccessPolicy;
}

/** Returns why a role is not answered in a chat; undefined if it is. Strangers are told apart elsewhere. */
export function findAccessDenial(
  access: ChannelAccess | undefined,
  { kind, role }: { readonly kind: Address["kind"]; readonly role: Role },
): string | undefined {
  const policy = kind === "direct" ? access?.direct : access?.groups;
  if (policy === "disabled") return `${kind === "direct" ? "direct chats" : "groups"} are disabled`;
  if (policy === "admin-only" && !isAtLeast(role, "admin")) return "only admins are answered here";
  return undefined;
}
