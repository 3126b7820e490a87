import type { Role } from "./principal.ts";

/** Integrity of a text, from most to least trusted. */
export const INTEGRITIES = ["owner", "member", "stranger", "web", "tool"] as const;

export type Integrity = (typeof INTEGRITIES)[number];

/** Travels with every text: who stands behind it, and who may see it. */
export interface Label {
  readonly integrity: Integrity;
  /** `all`, a person (`person:<id>`), a chat (`place:<id>`), or `owner`: the owner alone. */
  readonly audience: string;
  /** Where it came from, as people call it: "web page example.com". Absent where the owner said it. */
  readonly origin?: string | undefined;
}

/** How far a text of someone with this role is trusted. */
export function integrityOf(role: Role): Integrity {
  return role === "admin" || role === "guest" ? "member" : role;
}

/** Whether what `one` stands behind may take the place of what `other` stands behind. */
export function isAtLeastAsTrusted(one: Integrity, other: Integrity): boolean {
  return INTEGRITIES.indexOf(one) <= INTEGRITIES.indexOf(other);
}

/**
 * Label of text that only the owner is responsible for and everyone may see. Joining it with another label
 * changes nothing.
 */
export const UNTAINTED: Label = { integrity: "owner", audience: "all" };

/** The owner of the tenant alone, where two audiences have nobody else in common. */
const OWNER_ONLY = "owner";

/**
 * The label of a text that was made of texts with these labels: as little trusted as the least
 * trusted of them, with its origin, and for those alone who may see all of them.
 */
export function joinLabels(labels: readonly Label[]): Label {
  return labels.reduce(joinTwo, UNTAINTED);
}

/** Whether less stands behind it than a person's word is worth in a text of that integrity. */
export function isLessTrusted({ integrity }: Label, trusted: Integrity): boolean {
  return !isAtLeastAsTrusted(integrity, trusted);
}

/** Where a text would be seen. */
export interface DisplayContext {
  readonly chat: string;
  readonly kind: "direct" | "group" | "channel";
  /** Person of a direct chat. */
  readonly uid: string;
  /** The lowest of those who are answered. */
  readonly role: Role;
}

/** Whether everybody who reads along there may see it. The owner, alone, may see everything. */
export function isVisibleIn(audience: string, { chat, kind, uid, role }: DisplayContext): boolean {
  if (audience === "all" || audience === `place:${chat}`) return true;
  if (kind !== "direct") return false;
  return role === "owner" || audience === `person:${uid}`;
}

/** Returns the audience of a chat: who can read it. */
export function audienceOf({ chat, kind, uid }: Omit<DisplayContext, "role">): string {
  return kind === "direct" ? `person:${uid}` : `place:${chat}`;
}

function joinTwo(one: Label, other: Label): Label {
  const lower = isAtLeastAsTrusted(one.integrity, other.integrity) ? other : one;
  const isSame = one.integrity === other.integrity;
  const origin = isSame ? (one.origin ?? other.origin) : lower.origin;
  return {
    integrity: lower.integrity,
    audience: joinAudiences(one.audience, other.audience),
    ...(origin !== undefined && { origin }),
  };
}

function joinAudiences(one: string, other: string): string {
  if (one === other || other === "all") return one;
  return one === "all" ? other : OWNER_ONLY;
}

/** The labels of one call, as the services that it uses keep them. */
export interface CallLabels {
  /** Label of the data that the call writes. */
  readonly taint: Label;
  /** Says of something that it is handed to the call. */
  readonly mark: (label: Label) => void;
}
