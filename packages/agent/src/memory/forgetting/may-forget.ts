import type { PersonId } from "../../kernel/ids.ts";
import type { Role } from "../../kernel/principal.ts";

/** Person who wants to forget, in a direct chat or at the terminal. */
export interface Viewer {
  readonly tenant: string;
  readonly person: PersonId;
  readonly role: Role;
}

/** Everybody may forget what is their own, the owner what belongs to anybody of the tenant. */
export function mayForget(
  { tenant, person, role }: Viewer,
  of: { readonly tenant: string; readonly audience: string },
): boolean {
  return tenant === of.tenant && (role === "owner" || of.audience === person);
}
