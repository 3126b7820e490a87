import type { PersonId } from "../kernel/ids.ts";

/** Two people known to be one: what was the other's belongs to `person`. */
export interface AccountLink {
  readonly id: string;
  readonly tenant: string;
  readonly person: PersonId;
  readonly joined: PersonId;
  readonly at: number;
  readonly undoneAt: number | null;
}

/** How people of several channels became one. */
export interface AccountLinkStore {
  /** A code with which somebody proves that they are `person`; their earlier ones are void. */
  addCode(code: {
    digest: string;
    tenant: string;
    person: PersonId;
    createdAt: number;
    expiresAt: number;
  }): Promise<void>;
  /** Redeems a code and returns the person who created it; undefined if it is unknown, used or expired. */
  takeCode(tenant: string, digest: string, now: number): Promise<PersonId | undefined>;
  /** Somebody tried a code; answers with how many tries there were since a time. */
  addAttempt(attempt: {
    tenant: string;
    person: PersonId;
    at: number;
    since: number;
  }): Promise<{ readonly own: number; readonly all: number }>;
  /**
   * Moves what belongs to `joined` to `person`: names on channels, direct chats with what was
   * said there, notes, tasks, reading list, jobs, journal, facts and open questions. What was
   * moved is recorded. Codes of `joined` are void.
   */
  join(link: Omit<AccountLink, "undoneAt">): Promise<void>;
  /**
   * Moves it back, with the direct chats that began since under the names that go; codes of both
   * are void. False when there is no such link, or it was undone before. Refuse it while a newer
   * link holds one of the two: what was moved may have been moved on.
   */
  undo(tenant: string, id: string, at: number): Promise<boolean>;
  /** Newest first. */
  list(tenant: string): Promise<readonly AccountLink[]>;
}
