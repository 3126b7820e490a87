import type { Wakeup } from "../kernel/wakeup.ts";
import type { Emitter } from "../kernel/emitter.ts";
import type { ApprovalStore } from "./turns/approvals.ts";
import type { EgressStore } from "./turns/egress.ts";
import type { ArtifactStore } from "./messages/artifacts.ts";
import type { AttachmentStore } from "./messages/attachments.ts";
import type { AuditStore } from "./turns/audit.ts";
import type { ExecRecordStore } from "./turns/exec-records.ts";
import type { CommitPoint } from "./commit-point.ts";
import type { DeliveryStore } from "./webhooks/deliveries.ts";
import type { EmbeddingCacheStore } from "./search/embedding-cache.ts";
import type { EventStore } from "./messages/events.ts";
import type { FactStore } from "./search/facts.ts";
import type { MessageStore } from "./messages/messages.ts";
import type { FileLabelStore } from "./items/file-labels.ts";
import type { FileVersionStore } from "./items/file-versions.ts";
import type { ForgettingStore } from "./forgetting.ts";
import type { IncomingWebhookStore } from "./webhooks/incoming-webhooks.ts";
import type { ImageStore } from "./messages/images.ts";
import type { InboxStore } from "./messages/inbox.ts";
import type { JobStore } from "./items/jobs.ts";
import type { JournalStore } from "./items/journal.ts";
import type { IdempotencyStore } from "./webhooks/idempotency.ts";
import type { AccountLinkStore } from "./people/account-links.ts";
import type { LimitStore } from "./billing/limits.ts";
import type { MemoryChangeStore } from "./items/memory-changes.ts";
import type { ModelOutageStore } from "./turns/model-outages.ts";
import type { ModelWaitStore } from "./turns/model-waits.ts";
import type { NoteStore } from "./items/notes.ts";
import type { OutboxStore } from "./messages/outbox.ts";
import type { OverrideStore } from "./turns/overrides.ts";
import type { PairingStore } from "./people/pairings.ts";
import type { PassageStore } from "./search/passages.ts";
import type { PauseStore } from "./turns/pauses.ts";
import type { PeopleStore } from "./people/people.ts";
import type { ChatStore } from "./messages/chats.ts";
import type { PluginEventStore } from "./items/plugin-events.ts";
import type { PlanStore } from "./turns/plans.ts";
import type { ChatRuleStore } from "./turns/chat-rules.ts";
import type { PreferenceStore } from "./people/preferences.ts";
import type { ProfileStore } from "./people/profiles.ts";
import type { ReadingListStore } from "./items/reading-list.ts";
import type { PassageSearch } from "./search/search.ts";
import type { RetentionStore } from "./retention.ts";
import type { SessionStore } from "./turns/sessions.ts";
import type { WebhookStore } from "./webhooks/webhooks.ts";
import type { ChannelStateStore } from "./messages/channel-state.ts";
import type { TaskStore } from "./items/tasks.ts";
import type { TokenStore } from "./people/tokens.ts";
import type { TurnStore } from "./turns/turns.ts";
import type { StoredTimes } from "./times.ts";
import type { WorkStore } from "./work.ts";
import type { UsageStore } from "./billing/usage.ts";
import type { BrowserSessionStore } from "./people/browser-sessions.ts";

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
  readonly modelOutages: ModelOutageStore;
  readonly events: EventStore;
  readonly outbox: OutboxStore;
  readonly approvals: ApprovalStore;
  readonly egress: EgressStore;
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
  readonly retention: RetentionStore;
  readonly tokens: TokenStore;
  readonly browserSessions: BrowserSessionStore;
  readonly idempotency: IdempotencyStore;
  readonly channelState: ChannelStateStore;
  readonly pairings: PairingStore;
  readonly pluginEvents: PluginEventStore;
  readonly work: WorkStore;
  readonly times: StoredTimes;
}

/** Persistent storage. Disposing of it closes it; it must not be used after that. */
export interface Store extends AsyncDisposable {
  /**
   * Runs `work` in one write transaction. All of it is durable when the promise
   * resolves, none of it when it rejects. Await nothing but the repositories
   * inside: everyone else waits. A full disk is `exhausted`.
   *
   * A commit may be repeatable: nobody outside has been told of it, and it is done again if it is lost.
   * It survives the death of the process like any other, but a power failure only together with a later
   * commit.
   */
  commit<Result>(
    point: CommitPoint,
    work: (repositories: Repositories) => Promise<Result>,
    isRepeatable?: (result: Result) => boolean,
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
