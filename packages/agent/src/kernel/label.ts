import type { Role } from "./principal.ts";

/** Who stands behind a piece of text, from most to least trusted. */
export const INTEGRITIES = ["owner", "member", "stranger", "web", "tool"] as const;

export type Integrity = (typeof INTEGRITIES)[number];

/** Travels with every text: who stands behind it, and who may see it. */
export interface Label {
  readonly integrity: Integrity;
  /** `all`, a person (`person:<id>`) or a place (`place:<id>`). */
  readonly audience: string;
}

/** How far a text of someone with this role is trusted. */
export function integrityOf(role: Role): Integrity {
  return role === "admin" || role === "guest" ? "member" : role;
}

/** Whether what `one` stands behind may take the place of what `other` stands behind. */
export function isAsTrusted(one: Integrity, other: Integrity): boolean {
  return INTEGRITIES.indexOf(one) <= INTEGRITIES.indexOf(other);
}
