/** Roles of people, from most to least trusted. */
export const ROLES = ["owner", "admin", "member", "guest", "stranger"] as const;

export type Role = (typeof ROLES)[number];

/** Returns the less trusted of two roles. A turn acts with the lowest role of its authors. */
export function lowerRole(one: Role, other: Role): Role {
  return ROLES.indexOf(one) > ROLES.indexOf(other) ? one : other;
}

/** Checks whether `role` is at least as trusted as `needed`. */
export function isAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(needed);
}

/** Scopes of API tokens. Each includes all scopes before it. */
export const TOKEN_SCOPES = ["read", "chat", "approve", "admin"] as const;

export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Checks whether one of the `held` scopes includes the `needed` one. */
export function hasScope(held: readonly TokenScope[], needed: TokenScope): boolean {
  return held.some((scope) => TOKEN_SCOPES.indexOf(scope) >= TOKEN_SCOPES.indexOf(needed));
}
