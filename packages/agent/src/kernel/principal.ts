import type { PersonId } from "./ids.ts";

/** What a person is to this agent, from most to least trusted. */
export const ROLES = ["owner", "admin", "member", "guest", "stranger"] as const;

export type Role = (typeof ROLES)[number];

/** A person as the agent knows them. */
export interface Principal {
  readonly id: PersonId;
  readonly tenant: string;
  readonly role: Role;
  readonly name: string;
}

/** The less trusted of two roles. A turn acts with the lowest role of its authors. */
export function lowerRole(one: Role, other: Role): Role {
  return ROLES.indexOf(one) > ROLES.indexOf(other) ? one : other;
}

/** Whether `role` is at least as trusted as `needed`. */
export function isAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(needed);
}
