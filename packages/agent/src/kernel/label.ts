import type { Role } from "./principal.ts";

/** Integrity of a text, from most to least trusted. */
export const INTEGRITIES = ["owner", "member", "stranger", "web", "tool"] as const;

export type Integrity = (typeof INTEGRITIES)[number];

/** Label attached to every text: its integrity, and its audience. */
export interface Label {
  readonly integrity: Integrity;
  /** `all`, a person (`person:<id>`), a chat (`place:<id>`), or `owner`: the owner alone. */
  readonly audience: string;
  /** Origin in words: "web page example.com". Absent for the owner's own text. */
  readonly origin?: string | undefined;
}

/** Returns the integrity of text written by a person with this role. */
export function integrityOf(role: Role): Integrity {
  return role === "admin" || role === "guest" ? "member" : role;
}

/** Checks whether text of integrity `one` may replace text of integrity `other`. */
export function isAtLeastAsTrusted(one: Integrity, other: Integrity): boolean {
  return INTEGRITIES.indexOf(one) <= INTEGRITIES.indexOf(other);
}

/**
 * Label of text that only the owner is responsible for and everyone may see. Joining it with another label
 * changes nothing.
 */
export const UNTAINTED: Label = { integrity: "owner", audience: "all" };

/** Audience for the owner of the tenant alone: the result if two audiences have no one else in common. */
const OWNER_ONLY = "owner";

/**
 * Returns the label of a text that was made of texts with these labels: as little trusted as the least
 * trusted of them, with its origin, and for those alone who may see all of them.
 */
export function joinLabels(labels: readonly Label[]): Label {
  return labels.reduce(joinTwo, UNTAINTED);
}

/** Checks whether a label has a lower integrity than the given one. */
export function isLessTrusted({ integrity }: Label, trusted: Integrity): boolean {
  return !isAtLeastAsTrusted(integrity, trusted);
}

/** Chat in which a text would be shown. */
export interface DisplayContext {
  readonly chat: string;
  readonly kind: "direct" | "group" | "channel";
  /** Person of a direct chat. */
  readonly uid: string;
  /** The lowest of those who are answered. */
  readonly role: Role;
}

/** Checks whether everyone in the chat may see it. The owner, when alone, may see everything. */
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
  /** Records the label of data that is passed to the call. */
  readonly mark: (label: Label) => void;
}
