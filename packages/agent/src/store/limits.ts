import type { CallId, PersonId, ChatId, TurnId } from "../kernel/ids.ts";

/** Budget owner of a request: `person:…`, `chat:…`, `tenant:…`, `agent:…` or `platform`. */
export type Subject = string;

/** Money that is set aside for a request until it is known what the request came to. */
export interface Reservation {
  /** The same when the request is sent again after a crash. */
  readonly id: string;
  /** The turn with whose end it ends at the latest; null for work that nobody waits for. */
  readonly turn: TurnId | null;
  readonly subjects: readonly Subject[];
  /** `YYYY-MM-DD`: the day that it counts for, also when it is settled later. */
  readonly day: string;
  /** Billionths of a dollar. */
  readonly nano: bigint;
  readonly at: number;
}

/** Money that a subject has spent on a day, and money reserved for running requests. */
export interface Account {
  readonly subject: Subject;
  readonly day: string;
  readonly spentNano: bigint;
  readonly heldNano: bigint;
}

/** Amount of an asset that a call has spent, or may have spent. */
export interface AssetSpending {
  readonly call: CallId;
  readonly tenant: string;
  readonly asset: string;
  /** In the asset's smallest units. */
  readonly amount: bigint;
  readonly recipient: string | null;
  readonly at: number;
}

/** Messages of a person, or in a group, that count for a rate. */
export type RateSubject = { readonly author: PersonId } | { readonly chat: ChatId };

/** The ledger: what is spent, what is set aside, and which limits were set while the agent ran. */
export interface LimitStore {
  /** Limits that a person set, by their keys; they go before the config. */
  settings(): Promise<ReadonlyMap<string, string>>;
  /** `null` leaves a limit to the config again. */
  set(key: string, value: string | null): Promise<void>;

  /**
   * Sets money aside, and locks the accounts of its subjects until the commit: whoever else holds
   * waits. False, with nothing written, when a hold of this id stands already.
   */
  reserve(reserve: Reservation): Promise<boolean>;
  /** The accounts of subjects from a day to a day, both included. */
  accounts(
    subjects: readonly Subject[],
    days: { readonly from: string; readonly to: string },
  ): Promise<readonly Account[]>;
  /** All accounts of these days. */
  allAccounts(days: { readonly from: string; readonly to: string }): Promise<readonly Account[]>;
  /** Ends a hold with what it came to; false when there is none. */
  settle(id: string, nano: bigint): Promise<boolean>;
  /** Counts what no hold was made for. */
  charge(charge: Pick<Reservation, "subjects" | "day" | "nano">): Promise<void>;
  holdsOf(turn: TurnId): Promise<readonly Reservation[]>;
  /** Holds without a turn that are older than `before`: whoever made them is gone. */
  staleReservations(before: number): Promise<readonly Reservation[]>;
  /** How many holds there are. */
  countReservations(): Promise<number>;

  /** Makes whoever else spends the asset wait until the commit. */
  lockAsset(tenant: string, asset: string): Promise<void>;
  /** Counts what a call is about to spend; once for each call. */
  spend(spending: AssetSpending): Promise<void>;
  /** Takes back what a call certainly did not spend. */
  unspend(call: CallId): Promise<void>;
  /** Returns spending of an asset after a moment, oldest first. */
  spentSince(tenant: string, asset: string, since: number): Promise<readonly AssetSpending[]>;

  /** When the `nth` newest of the messages that count for a rate came in, or is to be answered; from 1 on. */
  nthTaken(of: RateSubject, nth: number): Promise<number | undefined>;
  /** Whether a message of the author in the chat came too fast since a moment. */
  wasTooFast(message: { author: PersonId; chat: ChatId; since: number }): Promise<boolean>;
}
