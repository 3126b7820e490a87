import type { Role } from "@reeve/operations/access";
import type { PersonId } from "./ids.ts";

export { isAtLeast, lowerRole, type Role, ROLES } from "@reeve/operations/access";

/** A person as the agent knows them. */
export interface Principal {
  readonly id: PersonId;
  readonly tenant: string;
  readonly role: Role;
  readonly name: string;
}
