import type { Wakeup } from "../kernel/wakeup.ts";
import type { Emitter } from "../kernel/emitter.ts";
import type { ApprovalStore } from "./approvals.ts";
import type { ArtifactStore } from "./artifacts.ts";
import type { AttachmentStore } from "./attachments.ts";
import type { AuditStore } from "./audit.ts";
import type { ExecRecordStore } from "./exec-records.ts";
import type { CommitPoint } from "./commit-point.ts";
import type { DeliveryStore } from "./deliveries.ts";
import type { EmbeddingCacheStore } from "./embedding-cache.ts";
import type { EventStore } from "./events.ts";
import type { FactStore } from "./facts.ts";
import type { MessageStore } from "./messages.ts";
import type { FileLabelStore } from "./file-labels.ts";
import type { FileVersionStore } from "./file-versions.ts";
import type { ForgettingStore } from "./forgetting.ts";
import type { IncomingWebhookStore } from "./incoming-webhooks.ts";
import type { ImageStore } from "./images.ts";
import type { InboxStore } from "./inbox.ts";
import type { JobStore } from "./jobs.ts";
import type { JournalStore } from "./journal.ts";
import type { IdempotencyStore } from "./idempotency.ts";
import type { AccountLinkStore } from "./account-links.ts";
import type { LimitStore } from "./limits.ts";
import type { MemoryChangeStore } from "./memory-changes.ts";
import type { ModelWaitStore } from "./model-waits.ts";
import type { NoteStore } from "./notes.ts";
import type { OutboxStore } from "./outbox.ts";
import type { OverrideStore } from "./overrides.ts";
import type { PairingStore } from "./pairings.ts";
import type { PassageStore } from "./passages.ts";
import type { PauseStore } from "./pauses.ts";
import type { PeopleStore } from "./people.ts";
import type { ChatStore } from "./chats.ts";
import type { PlanStore } from "./plans.ts";
import type { ChatRuleStore } from "./chat-rules.ts";
import type { PreferenceStore } from "./preferences.ts";
import type { ProfileStore } from "./profiles.ts";
import type { ReadingListStore } from "./reading-list.ts";
import type { PassageSearch } from "./search.ts";
import type { SessionStore } from "./sessions.ts";
import type { WebhookStore } from "./webhooks.ts";
import type { ChannelStateStore } from "./channel-state.ts";
import type { TaskStore } from "./tasks.ts";
import type { TokenStore } from "./tokens.ts";
import type { TurnStore } from "./turns.ts";
import type { UsageStore } from "./usage.ts";
import type { BrowserSessionStore } from "./browser-sessions.ts";

/** Everything that lasts, one contract per aggregate. */
export interface Repositories {
  readonly people: PeopleStore;
  readonly chats: ChatStore;
  readonly inbox: InboxStore;
  readonly images: ImageStore;
  readonly attachments: AttachmentStore;
  readonly messages: MessageStore;
  readonly passages: PassageStore;
  readonly sessions: SessionStore;
  readonly turns: TurnStore;
  readonly modelWaits: ModelWaitStore;
  readonly events: EventStore;
  readonly outbox: OutboxStore;
  readonly approvals: ApprovalStore;
  readonly accountLinks: AccountLinkStore;
  readonly plans: PlanStore;
  readonly chatRules: ChatRuleStore;
  readonly overrides: OverrideStore;
  readonly pauses: PauseStore;
  readonly audit: AuditStore;
  readonly execRecords: ExecRecordStore;
  readonly fileVersions: FileVersionStore;
  readonly fileLabels: FileLabelStore;
  readonly usage: UsageStore;
  readonly limits: LimitStore;
  readonly artifacts: ArtifactStore;
  readonly notes: NoteStore;
  readonly tasks: TaskStore;
  readonly readingList: ReadingListStore;
  readonly preferences: PreferenceStore;
  readonly journal: JournalStore;
  readonly jobs: JobStore;
  readonly embeddingCache: EmbeddingCacheStore;
  readonly facts: FactStore;
  readonly profiles: ProfileStore;
  readonly memoryChanges: MemoryChangeStore;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly incomingWebhooks: IncomingWebhookStore;
  readonly forgetting: ForgettingStore;
  readonly tokens: TokenStore;
  readonly browserSessions: BrowserSessionStore;
  readonly idempotency: IdempotencyStore;
  readonly channelState: ChannelStateStore;
  readonly pairings: PairingStore;
}

/** Persistent storage. Disposing of it closes it; it must not be used after that. */
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
  /** Finds passages, in a thread of its own that starts with the first search. */
  readonly search: PassageSearch;
  /** Whether one process at a time uses it: then leases never expire, they are voided at start. */
  readonly isExclusive: boolean;
  /** Rings after a commit that put events on their way; for the one loop that delivers them. */
  readonly publishedWakeup: Wakeup;
  /** Notified after a commit that revoked a token or browser session, or changed a person's identity. */
  readonly accessChanged: Emitter;
  /** Write transactions so far. */
  readonly commits: number;
  /**
   * Overwrites removed data in the files of the database, so that its bytes are gone, too. `traces` are
   * pieces of removed data: a file that still contains one is rewritten, and with `all` any file is.
   * Returns false while someone reads: try again later.
   */
  scrub(traces: readonly string[] | "all"): Promise<boolean>;
  /** Why nothing can be written at the moment, for people; undefined when it can. */
  findObstacle(): Promise<string | undefined>;
  /** Returns the damage found, in the engine's words; empty if there is none. */
  findDamage(): Promise<readonly string[]>;
  /** Writes a consistent copy while other work continues. */
  backup(file: string): Promise<void>;
}
