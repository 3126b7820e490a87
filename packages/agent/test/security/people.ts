import type { Address } from "../../src/kernel/envelope.ts";
import type { Role } from "../../src/kernel/principal.ts";

/** Person of a tenant. The same platform ids occur in every tenant, display names do not. */
export interface Somebody {
  readonly tenant: string;
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

export interface Chat {
  readonly tenant: string;
  /** The same in every tenant. */
  readonly externalId: string;
  readonly kind: Address["kind"];
  readonly members: readonly Somebody[];
}

export interface Tenant {
  readonly name: string;
  readonly owner: Somebody;
  readonly people: readonly Somebody[];
  readonly chats: readonly Chat[];
}

export const TENANTS = ["north", "south", "west"] as const;

const ROLES = { ann: "owner", bob: "member", cid: "admin", dan: "guest", eve: "stranger" } as const;

/** Their ids on the platform. */
export const PEOPLE: readonly string[] = Object.keys(ROLES);

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  family: ["ann", "bob", "dan"],
  work: ["ann", "bob", "cid"],
  others: ["bob", "cid", "eve"],
};

/** Households that look alike from outside. */
export function createTenant(name: string): Tenant {
  const people = Object.entries(ROLES).map(([id, role]): Somebody => ({
    tenant: name,
    id,
    name: `${id}-${name}`,
    role,
  }));
  const direct = people.flatMap((person): readonly Chat[] => {
    const one = { tenant: name, externalId: person.id, kind: "direct", members: [person] } as const;
    return person.role === "stranger" ? [one] : [one, { ...one, externalId: `${person.id}-phone` }];
  });
  const groups = Object.entries(GROUPS).map(([externalId, ids]): Chat => ({
    tenant: name,
    externalId,
    kind: "group",
    members: people.filter(({ id }) => ids.includes(id)),
  }));
  const [owner] = people;
  if (!owner) throw new Error("nobody is there");
  return { name, owner, people, chats: [...direct, ...groups] };
}

/** Returns the person of a direct chat; undefined in a group. */
export function personOf({ kind, members }: Chat): Somebody | undefined {
  return kind === "direct" ? members[0] : undefined;
}
