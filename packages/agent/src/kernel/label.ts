import type { Role } from "./principal.ts";

/** Integrity of a text, from most to least trusted. */
export const INTEGRITIES = ["owner", "member", "stranger", "web", "tool"] as const;

export type Integrity = (typeof INTEGRITIES)[number];

/** Kinds of texts that somebody else than the asker wrote, as people know them. */
export const SOURCE_KINDS = [
  "message",
  "forward",
  "quote",
  "voice",
  "profile",
  "page",
  "search",
  "file",
  "filename",
  "document",
  "media",
  "mail",
  "event",
  "hook",
  "import",
  "feed",
  "chain",
  "mcp",
  "memory",
  "command",
  "tool",
  "other",
] as const;

export type SourceKind = (typeof SOURCE_KINDS)[number];

/** One text that somebody wrote: where it stands, and how far its writer is trusted. */
export interface Source {
  readonly kind: SourceKind;
  /** Words that a person recognizes: an address, "Ann in group Flat", a path. */
  readonly where: string;
  readonly integrity: Integrity;
  /** The person who wrote it, if they are known. */
  readonly by?: string | undefined;
}

/**
 * Label attached to every text: all the sources that may have shaped it, and its audience. Labels are joined
 * and never replaced (the method of FIDES, arXiv 2505.23643).
 */
export interface Label {
  /** Integrity of the least trusted source. */
  readonly integrity: Integrity;
  /** `all`, a person (`person:<id>`), a chat (`place:<id>`), or `owner`: the owner alone. */
  readonly audience: string;
  /** In the order in which they came, each once. Absent for the owner's own text. */
  readonly sources?: readonly Source[] | undefined;
}

/** Returns the label of a text with a single source. */
export function labelOfSource(source: Source, audience = "all"): Label {
  return { integrity: source.integrity, audience, sources: [source] };
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
 * Returns the label of a text that was made of texts with these labels: with the sources of all of them, as
 * little trusted as the least trusted, and for those alone who may see all of them.
 */
export function joinLabels(labels: readonly Label[]): Label {
  let { integrity, audience } = UNTAINTED;
  const sources = new Map<string, Source>();
  for (const label of labels) {
    if (!isAtLeastAsTrusted(label.integrity, integrity)) integrity = label.integrity;
    audience = joinAudiences(audience, label.audience);
    for (const source of label.sources ?? []) {
      const key = keyOf(source);
      if (!sources.has(key)) sources.set(key, source);
    }
  }
  return { integrity, audience, ...(sources.size > 0 && { sources: [...sources.values()] }) };
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

/** Returns who made a text of texts with these labels, for a row whose audience stands elsewhere. */
export function provenanceOf(labels: readonly Label[]): Pick<Label, "integrity" | "sources"> {
  const { audience: _, ...provenance } = joinLabels(labels);
  return provenance;
}

/** Returns each source once, where it was first. */
export function uniqueSources(sources: readonly Source[]): readonly Source[] {
  return [...new Map(sources.map((source) => [keyOf(source), source])).values()];
}

/** Two sources with the same key are the same one. */
export function keyOf({ kind, where, integrity, by }: Source): string {
  return `${kind}\n${integrity}\n${by ?? ""}\n${where}`;
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
