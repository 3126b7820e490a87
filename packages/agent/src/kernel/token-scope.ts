/** What a token may be used for, each with all that stands before it. */
export const TOKEN_SCOPES = ["read", "chat", "approve", "admin"] as const;

export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Whether one of the scopes that somebody holds is at least the needed one. */
export function holdsScope(held: readonly TokenScope[], needed: TokenScope): boolean {
  return held.some((scope) => TOKEN_SCOPES.indexOf(scope) >= TOKEN_SCOPES.indexOf(needed));
}
