import type { PersonId } from "../../kernel/ids.ts";
import type { PersonKey } from "./people.ts";

/** Request of an unknown person for access, and the code by which the owner approves it. */
export interface Pairing extends PersonKey {
  /** Code shown to both sides. */
  readonly code: string;
  readonly channel: string;
  /** The chat in which they wrote. */
  readonly chat: string;
  /** Id of the person on the channel. */
  readonly externalId: string;
  /** Language as BCP 47, if their client reports it. */
  readonly language: string | null;
  /** The owner whose code they said; null if they ask to be let in. */
  readonly owner: PersonId | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Time at which they were last shown it. */
  readonly shownAt: number;
  /** `open` until it is decided; an open one past its time has expired. */
  readonly state: "open" | "approved" | "refused";
}

/** Codes that strangers were shown. */
export interface PairingStore {
  /** Returns a person's latest pairing, whatever its outcome. */
  ofPerson(key: PersonKey): Promise<Pairing | undefined>;
  /** Gives a person a code, in the place of an earlier one. */
  put(pairing: Pairing): Promise<void>;
  /** They were shown their code again. */
  show(key: PersonKey, at: number): Promise<void>;
  /** Returns the number of codes created since a time. */
  madeSince(tenant: string, since: number): Promise<number>;
  /** Those that can be decided at `now`, oldest first. */
  open(tenant: string, now: number): Promise<readonly Pairing[]>;
  /** Ends an open one; undefined when its code is unknown, over or was decided before. */
  decide(decision: PairingDecision): Promise<Pairing | undefined>;
  /** Removes a person's pairing, so that they may ask again. */
  remove(tenant: string, person: PersonId): Promise<void>;
}

export interface PairingDecision {
  readonly tenant: string;
  readonly code: string;
  readonly state: "approved" | "refused";
  readonly now: number;
}
