import type { Access, Scope } from "@reeve/sdk";
import type { PersonId, ChatId } from "./ids.ts";

/** Target of an override: one tool, or all tools whose names begin with a category's word. */
export interface OverrideTarget {
  readonly kind: "tool" | "category";
  readonly name: string;
  /** The chat that it is for; null: everywhere. */
  readonly chat: ChatId | null;
}

/** Setting that restricts tools. An override that allows more than the tool declares does nothing. */
export interface ToolOverride extends OverrideTarget {
  readonly isDisabled: boolean;
  readonly scope: Scope | null;
  readonly access: Access | null;
  /** `always`: each call needs approval, even if a grant would allow it. */
  readonly approval: "always" | null;
  readonly setBy: PersonId;
  /** Unix milliseconds. */
  readonly setAt: number;
}
