/**
 * Policies for who is answered in a kind of chat. `open`: everyone; people unknown to the agent are guests.
 * `allowlist`: people and groups with access. `admin-only`: the owner and admins. `disabled`: nobody.
 */
export const ACCESS_POLICIES = ["open", "allowlist", "admin-only", "disabled"] as const;

export type AccessPolicy = (typeof ACCESS_POLICIES)[number];
