import type { Access, Scope } from "@reeve/sdk";
import type { PersonId, ChatId } from "./ids.ts";

/** What an override is about: one tool, or all tools whose names begin with a category's word. */
export interface OverrideTarget {
  readonly kind: "tool" | "category";
  readonly name: string;
  /** The chat that it is for; null: everywhere. */
  readonly chat: ChatId | null;
}

/** A restriction that a person set for tools. It never allows more than the tool declares. */
export interface ToolOverride extends OverrideTarget {
  readonly isDisabled: boolean;
  readonly scope: Scope | null;
  readonly access: Access | null;
  /** `always`: each call asks first, also where a grant would let it through. */
  readonly approval: "always" | null;
  readonly setBy: PersonId;
  /** Unix milliseconds. */
  readonly setAt: number;
}
