import type { PersonId } from "../kernel/ids.ts";
import type { Secret } from "../platform/secret.ts";

/** Somebody outside who is told of events. */
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
  /** The one before, which signs as well until it ends. */
  readonly former?: { readonly secret: Secret; readonly until: number } | undefined;
  /** `off`: nothing is delivered, and nothing new is kept for it. */
  readonly state: "on" | "off";
  /** Why it is off, where nobody turned it off. */
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
