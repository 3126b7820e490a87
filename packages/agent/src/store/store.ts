import type { ApprovalStore } from "./approvals.ts";
import type { ArtifactStore } from "./artifacts.ts";
import type { CommitPoint } from "./commit-point.ts";
import type { EventStore } from "./events.ts";
import type { FeedStore } from "./feed.ts";
import type { InboxStore } from "./inbox.ts";
import type { JournalStore } from "./journal.ts";
import type { NoteStore } from "./notes.ts";
import type { OutboxStore } from "./outbox.ts";
import type { PeopleStore } from "./people.ts";
import type { PlaceStore } from "./places.ts";
import type { PolicyStore } from "./policies.ts";
import type { SessionStore } from "./sessions.ts";
import type { TurnStore } from "./turns.ts";
import type { UsageStore } from "./usage.ts";

/** Everything that lasts, one contract per aggregate. */
export interface Repositories {
  readonly people: PeopleStore;
  readonly places: PlaceStore;
  readonly inbox: InboxStore;
  readonly feed: FeedStore;
  readonly sessions: SessionStore;
  readonly turns: TurnStore;
  readonly events: EventStore;
  readonly outbox: OutboxStore;
  readonly approvals: ApprovalStore;
  readonly policies: PolicyStore;
  readonly usage: UsageStore;
  readonly artifacts: ArtifactStore;
  readonly notes: NoteStore;
  readonly journal: JournalStore;
}

export interface Store extends AsyncDisposable {
  /**
   * Runs `work` in one write transaction. All of it is durable when the promise
   * resolves, none of it when it rejects. Await nothing but the repositories
   * inside: everyone else waits. A full disk is `exhausted`.
   */
  commit<Result>(
    point: CommitPoint,
    work: (repositories: Repositories) => Promise<Result>,
  ): Promise<Result>;
  /** Quick reads of what is committed. */
  readonly read: Repositories;
  /** The same for reads that may take more than a few milliseconds: they do not hold up the process. */
  readonly slow: Repositories;
  /** Whether one process at a time uses it: then leases never expire, they are voided at start. */
  readonly isExclusive: boolean;
  /** Write transactions so far. */
  readonly commits: number;
  /** What is damaged, in the engine's words; empty when all is well. */
  findDamage(): Promise<readonly string[]>;
  /** Writes a consistent copy while everyone goes on. */
  backup(file: string): Promise<void>;
}
