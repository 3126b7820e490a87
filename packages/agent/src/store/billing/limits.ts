import type { CallId, PersonId, ChatId, TurnId } from "../../kernel/ids.ts";

/** Budget owner of a request: `person:…`, `chat:…`, `tenant:…`, `agent:…` or `platform`. */
export type Subject = string;

/** Money set aside for a request until its cost is known. */
export interface Reservation {
  /** The same when the request is sent again after a crash. */
  readonly id: string;
  /** Turn at whose end it ends at the latest; null for background work. */
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
  /** Amount in the asset's smallest units. */
  readonly amount: bigint;
  readonly recipient: string | null;
  readonly at: number;
}

/** Messages of a person, or in a group, that count for a rate. */
export type RateSubject = { readonly author: PersonId } | { readonly chat: ChatId };

/** Ledger: spending, reservations, and limits that were set while the agent ran. */
export interface LimitStore {
  /** Limits that a person set, by their keys; they go before the config. */
  settings(): Promise<ReadonlyMap<string, string>>;
  /** `null` leaves a limit to the config again. */
  set(key: string, value: string | null): Promise<void>;

  /**
   * Reserves money, and locks the accounts of its subjects until the commit: other reservations wait.
   * Returns false and writes nothing if a reservation with this id exists.
   */
  reserve(reserve: Reservation): Promise<boolean>;
  /** The accounts of subjects from a day to a day, both included. */
  accounts(
    subjects: readonly Subject[],
    days: { readonly from: string; readonly to: string },
  ): Promise<readonly Account[]>;
  /** All accounts of these days. */
  allAccounts(days: { readonly from: string; readonly to: string }): Promise<readonly Account[]>;
  /** Ends a reservation with its actual cost; false if there is none. */
  settle(id: string, nano: bigint): Promise<boolean>;
  /** Counts what no hold was made for. */
  charge(charge: Pick<Reservation, "subjects" | "day" | "nano">): Promise<void>;
  holdsOf(turn: TurnId): Promise<readonly Reservation[]>;
  /** Returns reservations without a turn that are older than `before`: their owner is gone. */
  staleReservations(before: number): Promise<readonly Reservation[]>;
  /** Returns the number of reservations. */
  countReservations(): Promise<number>;

  /** Makes other spenders of the asset wait until the commit. */
  lockAsset(tenant: string, asset: string): Promise<void>;
  /** Counts what a call is about to spend; once for each call. */
  spend(spending: AssetSpending): Promise<void>;
  /** Removes the spending of a call that certainly did not spend. */
  unspend(call: CallId): Promise<void>;
  /** Returns spending of an asset after a moment, oldest first. */
  spentSince(tenant: string, asset: string, since: number): Promise<readonly AssetSpending[]>;

  /**
   * Returns the time at which the `nth` newest message that counts for a rate arrived, or is due; `nth`
   * starts at 1.
   */
  nthTaken(of: RateSubject, nth: number): Promise<number | undefined>;
  /** Checks whether a message of the author in the chat exceeded the rate since a moment. */
  wasTooFast(message: { author: PersonId; chat: ChatId; since: number }): Promise<boolean>;
}
