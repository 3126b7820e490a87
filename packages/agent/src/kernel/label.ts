/** Who stands behind a piece of text, from most to least trusted. */
export const INTEGRITIES = ["owner", "member", "stranger", "web", "tool"] as const;

export type Integrity = (typeof INTEGRITIES)[number];

/** Travels with every text: who stands behind it, and who may see it. */
export interface Label {
  readonly integrity: Integrity;
  /** `all`, a person (`person:<id>`) or a place (`place:<id>`). */
  readonly audience: string;
}
