import type { PersonId, ChatId } from "../../kernel/ids.ts";
import type { Integrity } from "../../kernel/label.ts";
import type { Role } from "../../kernel/principal.ts";
import type { Secret } from "../../platform/secret.ts";

/** URL that other programs call, and the input that the agent gets from a call. */
export interface IncomingWebhook {
  readonly tenant: string;
  /** Unique in its tenant; the end of its address. */
  readonly name: string;
  /** Person who created it; it acts for them. */
  readonly person: PersonId;
  /** Chat in which its turns run. */
  readonly chat: ChatId;
  /** Secret that authenticates callers. */
  readonly secret: Secret;
  /** Text for the agent; `{{…}}` stands for parts of the request. */
  readonly template: string;
  /** Highest role of its turns, whoever created it. */
  readonly role: Role;
  /** Integrity of the request data. */
  readonly integrity: Integrity;
  /** Maximum number of calls per minute. */
  readonly perMinute: number;
  readonly state: "on" | "off";
  /** Unix milliseconds. */
  readonly createdAt: number;
}

/** Incoming webhooks. */
export interface IncomingWebhookStore {
  /** False where there is one of this name. */
  add(hook: IncomingWebhook): Promise<boolean>;
  byName(tenant: string, name: string): Promise<IncomingWebhook | undefined>;
  /** Returns all, ordered by name. */
  list(tenant: string): Promise<readonly IncomingWebhook[]>;
  /** Stores what may change of it; false where there is none of this name. */
  change(hook: IncomingWebhook): Promise<boolean>;
  /** False where there was none. */
  remove(tenant: string, name: string): Promise<boolean>;
}
