import { hasScope, isAtLeast, type Role, type TokenScope } from "./access.ts";
import type { Operation } from "./operation.ts";

/** The rights that a request comes with. */
export interface Rights {
  readonly role: Role;
  /** Scopes of the token or browser session; all for the local socket. */
  readonly scopes: readonly TokenScope[];
}

/** Checks whether a caller may request an operation at all. A handler may refuse more, by its arguments. */
export function mayAsk({ scope, needs }: Operation, { role, scopes }: Rights): boolean {
  if (role === "stranger") return false;
  return hasScope(scopes, scope) && isAtLeast(role, needs?.role ?? "guest");
}
