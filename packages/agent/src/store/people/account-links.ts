import type { PersonId } from "../../kernel/ids.ts";

/** Two people known to be one: what was the other's belongs to `person`. */
export interface AccountLink {
  readonly id: string;
  readonly tenant: string;
  readonly person: PersonId;
  readonly joined: PersonId;
  readonly at: number;
  readonly undoneAt: number | null;
}

/** Account links: how people of several channels became one. */
export interface AccountLinkStore {
  /** Adds a code that proves that its holder is `person`; their earlier codes become void. */
  addCode(code: {
    digest: string;
    tenant: string;
    person: PersonId;
    createdAt: number;
    expiresAt: number;
  }): Promise<void>;
  /** Redeems a code and returns the person who created it; undefined if it is unknown, used or expired. */
  takeCode(tenant: string, digest: string, now: number): Promise<PersonId | undefined>;
  /** Records an attempt to redeem a code; returns the number of attempts since a time. */
  addAttempt(attempt: {
    tenant: string;
    person: PersonId;
    at: number;
    since: number;
  }): Promise<{ readonly own: number; readonly all: number }>;
  /**
   * Moves data of `joined` to `person`: identities, direct chats with their messages, notes, tasks, reading
   * list, jobs, journal, facts and open approvals. Records the moved rows. Codes of `joined` become void.
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
