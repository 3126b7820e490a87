import type { PersonId } from "../../kernel/ids.ts";
import type { Role } from "../../kernel/principal.ts";

/** Person who wants to forget, in a direct chat or at the terminal. */
export interface Viewer {
  readonly tenant: string;
  readonly person: PersonId;
  readonly role: Role;
}

/** Checks whether a viewer may forget data: everyone their own, the owner that of everyone in the tenant. */
export function mayForget(
  { tenant, person, role }: Viewer,
  of: { readonly tenant: string; readonly audience: string },
): boolean {
  return tenant === of.tenant && (role === "owner" || of.audience === person);
}
