import type { Effect } from "@reeve/sdk";
import type { InboxId, ChatId } from "../../kernel/ids.ts";

/** Rule that a person set for a chat, in their own words. */
export interface ChatRule {
  readonly id: string;
  readonly chat: ChatId;
  readonly text: string;
  /** `ask`: only after a person agreed. */
  readonly rule: "always" | "never" | "ask";
  /** The effect that it names, if it names one. */
  readonly effect: Effect | null;
  /** The category of tools that it names, such as `email`. */
  readonly category: string | null;
  /** Message that contains the rule. */
  readonly message: InboxId;
}

/** Rules that people set in their own words. */
export interface ChatRuleStore {
  /** Adds a policy, once per message and text. */
  add(policy: ChatRule): Promise<void>;
  /** Those of a chat, oldest first. */
  ofChat(chat: ChatId): Promise<readonly ChatRule[]>;
  /** False when the chat has no such policy. */
  remove(chat: ChatId, id: string): Promise<boolean>;
}
