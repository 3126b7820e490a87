import type { FactId, PersonId } from "../../kernel/ids.ts";

/** Owner of the profile. */
export interface ProfileOwner {
  readonly tenant: string;
  readonly person: PersonId;
}

/** Short profile of a person, a few sentences long. */
export interface Profile extends ProfileOwner {
  /** Written by hand; the agent never changes it. */
  readonly fixed: string;
  /** Written by the agent, out of facts. */
  readonly text: string;
  /** The facts that `text` was written from. */
  readonly evidence: readonly FactId[];
  /** Time of the last write, in Unix milliseconds. */
  readonly updatedAt: number;
  /** A fact that it was written from does not hold any more. */
  readonly isStale: boolean;
}

/** Short profiles of people. */
export interface ProfileStore {
  of(owner: ProfileOwner): Promise<Profile | undefined>;
  /** Replaces what is there. */
  put(profile: Profile): Promise<void>;
  remove(owner: ProfileOwner): Promise<void>;
  /** Marks the person's profile as stale if the fact is among its evidence. */
  markStale(owner: ProfileOwner, fact: FactId): Promise<void>;
  stale(): Promise<readonly ProfileOwner[]>;
}
