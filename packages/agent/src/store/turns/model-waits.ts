import type { TurnId } from "../../kernel/ids.ts";
import type { OutageCause } from "../../kernel/outage.ts";

/** A turn that waits for its model. */
export interface ModelWait {
  readonly turn: TurnId;
  /** `provider/model`. */
  readonly model: string;
  readonly cause: OutageCause;
  /** The provider's own words. */
  readonly reason: string;
  /** First failed request, in Unix milliseconds. */
  readonly since: number;
  /** Whether the people of its chat were told. */
  readonly isAnnounced: boolean;
}

/** Turns that wait for a model that is down. */
export interface ModelWaitStore {
  /** Adds the wait of a turn, or replaces it. */
  set(wait: ModelWait): Promise<void>;
  of(turn: TurnId): Promise<ModelWait | undefined>;
  remove(turn: TurnId): Promise<void>;
  /** Returns all waits, the longest first. */
  list(): Promise<readonly ModelWait[]>;
  /** Makes the chats of all waiting turns due at once: whichever model is back may answer them. */
  wake(): Promise<void>;
}
