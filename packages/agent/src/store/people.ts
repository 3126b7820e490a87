import type { PersonId } from "../kernel/ids.ts";
import type { Principal, Role } from "../kernel/principal.ts";

/** People and the names they have on surfaces. */
export interface PeopleStore {
  byIdentity(identity: Identity): Promise<Principal | undefined>;
  byId(id: PersonId): Promise<Principal | undefined>;
  /** Those whose id or name, whatever its case, is `text`. */
  named(tenant: string, text: string): Promise<readonly Principal[]>;
  /** Adds a person with a first identity. */
  add(person: Principal, identity: Identity): Promise<void>;
  /** Keeps name and role up to date with what the surface and the policy say. */
  update(id: PersonId, change: { name: string; role: Role }): Promise<void>;
}

export interface Identity {
  readonly tenant: string;
  readonly surface: string;
  readonly externalId: string;
}
