import type { PersonId } from "../../kernel/ids.ts";
import type { Secret } from "../../platform/secret.ts";

/** External subscriber to events. */
export interface Webhook {
  readonly id: string;
  readonly tenant: string;
  /** Person who created it. */
  readonly person: PersonId;
  readonly url: string;
  /** Names of the events that it receives; `*` for all. */
  readonly events: readonly string[];
  readonly description: string;
  /** Secret that deliveries are signed with. */
  readonly secret: Secret;
  /** Previous secret, which also signs until it expires. */
  readonly former?: { readonly secret: Secret; readonly until: number } | undefined;
  /** `off`: nothing is delivered, and no new deliveries are stored. */
  readonly state: "on" | "off";
  /** Reason why it is off, if no person turned it off. */
  readonly reason: string | null;
  /** Unix milliseconds. */
  readonly createdAt: number;
}

/** Webhooks: subscribers to events. */
export interface WebhookStore {
  add(subscription: Webhook): Promise<void>;
  byId(id: string): Promise<Webhook | undefined>;
  /** Those of a tenant, the oldest first. */
  list(tenant: string): Promise<readonly Webhook[]>;
  /** Stores what may change of it; false where there is none of this id. */
  change(subscription: Webhook): Promise<boolean>;
  /** Removes it with its deliveries; false where there was none. */
  remove(id: string): Promise<boolean>;
}
