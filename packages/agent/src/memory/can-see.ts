import type { PersonId } from "../kernel/ids.ts";
import type { Role } from "../kernel/principal.ts";

/** Viewer of memory in a direct chat or at the terminal. */
export interface PrivateViewer {
  readonly tenant: string;
  readonly person: PersonId;
  readonly role: Role;
}

/** Checks whether a viewer may see data: the owner sees data of everyone in the tenant, others only their own. */
export function canSee(
  { tenant, person, role }: PrivateViewer,
  of: { readonly tenant: string; readonly audience: string },
): boolean {
  return tenant === of.tenant && (role === "owner" || of.audience === person);
}
