import type { PersonId, ChatId } from "../kernel/ids.ts";
import type { Integrity } from "../kernel/label.ts";
import type { Role } from "../kernel/principal.ts";
import type { Secret } from "../platform/secret.ts";

/** An address that other programs call, and what the agent is told then. */
export interface IncomingWebhook {
  readonly tenant: string;
  /** Unique in its tenant; the end of its address. */
  readonly name: string;
  /** Person who created it; it acts for them. */
  readonly person: PersonId;
  /** Where it is answered. */
  readonly chat: ChatId;
  /** Secret that authenticates callers. */
  readonly secret: Secret;
  /** Text for the agent; `{{…}}` stands for parts of the request. */
  readonly template: string;
  /** Highest role of its turns, whoever created it. */
  readonly role: Role;
  /** How far what was sent is trusted. */
  readonly integrity: Integrity;
  /** How often it may be called in a minute. */
  readonly perMinute: number;
  readonly state: "on" | "off";
  /** Unix milliseconds. */
  readonly createdAt: number;
}

/** Where programs may call in. */
export interface IncomingWebhookStore {
  /** False where there is one of this name. */
  add(hook: IncomingWebhook): Promise<boolean>;
  byName(tenant: string, name: string): Promise<IncomingWebhook | undefined>;
  /** By name. */
  list(tenant: string): Promise<readonly IncomingWebhook[]>;
  /** Stores what may change of it; false where there is none of this name. */
  change(hook: IncomingWebhook): Promise<boolean>;
  /** False where there was none. */
  remove(tenant: string, name: string): Promise<boolean>;
}
