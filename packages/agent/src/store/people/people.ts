import type { PersonId } from "../../kernel/ids.ts";
import type { Principal, Role } from "../../kernel/principal.ts";

/** People and the names they have on channels. */
/** A person of a tenant: whose something is. */
export interface PersonKey {
  readonly tenant: string;
  readonly person: PersonId;
}

/** People that the agent knows, with their identities. */
export interface PeopleStore {
  byIdentity(identity: Identity): Promise<Principal | undefined>;
  byId(id: PersonId): Promise<Principal | undefined>;
  /** The name that a person has on a channel; the first of several, undefined where they have none. */
  identityOn(id: PersonId, channel: string): Promise<Identity | undefined>;
  /** The names that a person has on channels; none for who was joined with another. */
  identitiesOf(id: PersonId): Promise<readonly Identity[]>;
  /** Those of a role, also who was joined with another, in the order of their ids. */
  ofRole(tenant: string, role: Role): Promise<readonly Principal[]>;
  /** Returns people whose id or name, ignoring case, is `text`. */
  named(tenant: string, text: string): Promise<readonly Principal[]>;
  /** Adds a person with a first identity. */
  add(person: Principal, identity: Identity): Promise<void>;
  /**
   * Updates a person with data from a channel and the policy. A role set by hand stays. Returns the updated
   * person.
   */
  updateFromChannel(known: Principal, said: { name: string; role: Role }): Promise<Principal>;
  /** Sets a person's role permanently, whatever channels and the policy say. */
  settleRole(id: PersonId, role: Role): Promise<void>;
  /** Undoes `settleRole`: the person keeps this role until channels and the policy say another. */
  leaveRole(id: PersonId, role: Role): Promise<void>;
  /** Everybody, with the names they have on channels; who was joined with another has none. */
  list(tenant: string): Promise<readonly PersonWithIdentities[]>;
  /** Changes name and role. */
  update(id: PersonId, change: { name: string; role: Role }): Promise<void>;
}

export interface PersonWithIdentities extends Principal {
  readonly identities: readonly Pick<Identity, "channel" | "externalId">[];
}

export interface Identity {
  readonly tenant: string;
  readonly channel: string;
  readonly externalId: string;
}
