import type { ChatId } from "../../kernel/ids.ts";
import type { OutageCause } from "../../kernel/outage.ts";

/** A model that is down: from its first failed request until its next answer. */
export interface StoredOutage {
  /** `provider/model`. */
  readonly model: string;
  readonly cause: OutageCause;
  /** The provider's own words. */
  readonly reason: string;
  /** First failed request, in Unix milliseconds. */
  readonly since: number;
  /** Where and when the owner was told what to repair; null if they were not. */
  readonly told: { readonly chat: ChatId; readonly at: number } | null;
}

/** Models that are down. */
export interface ModelOutageStore {
  /** Adds the outage of a model, or replaces it. */
  set(outage: StoredOutage): Promise<void>;
  of(model: string): Promise<StoredOutage | undefined>;
  /** Removes the outage of a model; false if there is none. */
  remove(model: string): Promise<boolean>;
  /** Returns all outages, the longest first. */
  list(): Promise<readonly StoredOutage[]>;
}
