import type { Kysely } from "kysely";
import type { Repositories } from "../store.ts";
import { createApprovals } from "./turns/approvals.ts";
import { createEgress } from "./turns/egress.ts";
import { createArtifacts } from "./messages/artifacts.ts";
import { createAttachments } from "./messages/attachments.ts";
import { createAudit } from "./turns/audit.ts";
import { createExecRecords } from "./turns/exec-records.ts";
import { createDeliveries, type DeliveriesOptions } from "./webhooks/deliveries.ts";
import { createEmbeddingCache } from "./search/embedding-cache.ts";
import { createEvents } from "./messages/events.ts";
import { createFacts } from "./search/facts.ts";
import { createMessages, type MessagesOptions } from "./messages/messages.ts";
import { createFileLabels } from "./items/file-labels.ts";
import { createFileVersions } from "./items/file-versions.ts";
import { createForgetting } from "./forgetting/forgetting.ts";
import { createIncomingWebhooks } from "./webhooks/incoming-webhooks.ts";
import { createImages } from "./messages/images.ts";
import { createInbox } from "./messages/inbox.ts";
import { createJobs } from "./items/jobs.ts";
import { createJournal } from "./items/journal.ts";
import { createIdempotency } from "./webhooks/idempotency.ts";
import { createAccountLinks } from "./people/account-links.ts";
import { createLimits } from "./billing/limits.ts";
import { createMemoryChanges } from "./items/memory-changes.ts";
import { createModelOutages } from "./turns/model-outages.ts";
import { createModelWaits } from "./turns/model-waits.ts";
import { createNotes } from "./items/notes.ts";
import { createOutbox } from "./messages/outbox.ts";
import { createOverrides } from "./turns/overrides.ts";
import { createPairings } from "./people/pairings.ts";
import { createPassages, type PassageEngine } from "./search/passages.ts";
import { createPauses } from "./turns/pauses.ts";
import { createPeople } from "./people/people.ts";
import { createChats } from "./messages/chats.ts";
import { createPluginEvents } from "./items/plugin-events.ts";
import { createPlans } from "./turns/plans.ts";
import { createChatRules } from "./turns/chat-rules.ts";
import { createPreferences } from "./people/preferences.ts";
import { createProfiles } from "./people/profiles.ts";
import { createReadingList } from "./items/reading-list.ts";
import { createRetention } from "./retention.ts";
import { createSessions } from "./turns/sessions.ts";
import { createWebhooks } from "./webhooks/webhooks.ts";
import { createChannelState } from "./messages/channel-state.ts";
import type { Tables } from "./tables.ts";
import { createStoredTimes } from "./times.ts";
import { createWork } from "./work.ts";
import { createTasks } from "./items/tasks.ts";
import { type AccessOptions, createTokens } from "./people/tokens.ts";
import { createTurns } from "./turns/turns.ts";
import { createUsage } from "./billing/usage.ts";
import { createBrowserSessions } from "./people/browser-sessions.ts";

export interface RepositoryOptions extends DeliveriesOptions, AccessOptions, MessagesOptions {
  readonly canSkipLocked: boolean;
  readonly passages: PassageEngine;
}

/**
 * Creates the repositories over one connection or transaction, each when it is first used: a transaction uses
 * few of them.
 */
export function createRepositories(db: Kysely<Tables>, options: RepositoryOptions): Repositories {
  return withGetters(new LazyRepositories(db, options));
}

/** Values that repositories are created from. */
interface RepositoryDeps extends Pick<Repositories, "passages" | "messages"> {
  readonly db: Kysely<Tables>;
  readonly options: RepositoryOptions;
}

const FACTORIES: {
  readonly [Name in keyof Repositories]: (deps: RepositoryDeps) => Repositories[Name];
} = {
  people: ({ db, options }) => createPeople(db, options),
  chats: ({ db, options }) => createChats(db, options),
  inbox: ({ db }) => createInbox(db),
  images: ({ db }) => createImages(db),
  attachments: ({ db }) => createAttachments(db),
  messages: ({ db, options, passages }) => createMessages(db, passages, options),
  passages: ({ db, options }) => createPassages(db, options.passages),
  sessions: ({ db }) => createSessions(db),
  turns: ({ db }) => createTurns(db),
  modelWaits: ({ db }) => createModelWaits(db),
  modelOutages: ({ db }) => createModelOutages(db),
  events: ({ db }) => createEvents(db),
  outbox: ({ db }) => createOutbox(db),
  approvals: ({ db }) => createApprovals(db),
  egress: ({ db }) => createEgress(db),
  accountLinks: ({ db, options, passages }) => createAccountLinks(db, { ...options, passages }),
  plans: ({ db }) => createPlans(db),
  chatRules: ({ db }) => createChatRules(db),
  overrides: ({ db }) => createOverrides(db),
  pauses: ({ db }) => createPauses(db),
  audit: ({ db }) => createAudit(db),
  execRecords: ({ db }) => createExecRecords(db),
  fileVersions: ({ db }) => createFileVersions(db),
  fileLabels: ({ db }) => createFileLabels(db),
  usage: ({ db }) => createUsage(db),
  limits: ({ db }) => createLimits(db),
  artifacts: ({ db }) => createArtifacts(db),
  notes: ({ db, passages }) => createNotes(db, passages),
  tasks: ({ db, passages }) => createTasks(db, passages),
  readingList: ({ db, passages }) => createReadingList(db, passages),
  preferences: ({ db }) => createPreferences(db),
  journal: ({ db }) => createJournal(db),
  jobs: ({ db }) => createJobs(db),
  embeddingCache: ({ db }) => createEmbeddingCache(db),
  facts: ({ db, passages }) => createFacts(db, passages),
  profiles: ({ db }) => createProfiles(db),
  memoryChanges: ({ db }) => createMemoryChanges(db),
  webhooks: ({ db, options }) => createWebhooks(db, options.audience),
  deliveries: ({ db, options }) => createDeliveries(db, options),
  incomingWebhooks: ({ db }) => createIncomingWebhooks(db),
  forgetting: ({ db, options, passages, messages }) =>
    createForgetting(db, { ...options, passages, messages }),
  retention: ({ db }) => createRetention(db),
  tokens: ({ db, options }) => createTokens(db, options),
  browserSessions: ({ db, options }) => createBrowserSessions(db, options),
  idempotency: ({ db }) => createIdempotency(db),
  channelState: ({ db }) => createChannelState(db),
  pairings: ({ db }) => createPairings(db),
  pluginEvents: ({ db }) => createPluginEvents(db),
  work: ({ db }) => createWork(db),
  times: ({ db }) => createStoredTimes(db),
};

/** Has a getter for each repository. */
class LazyRepositories {
  readonly db: Kysely<Tables>;
  readonly options: RepositoryOptions;
  readonly created: Record<string, unknown> = {};

  constructor(db: Kysely<Tables>, options: RepositoryOptions) {
    this.db = db;
    this.options = options;
  }
}

for (const [name, create] of Object.entries(FACTORIES))
  Object.defineProperty(LazyRepositories.prototype, name, {
    get(this: LazyRepositories) {
      this.created[name] ??= create(withGetters(this));
      return this.created[name];
    },
  });

function withGetters(lazy: LazyRepositories): LazyRepositories & Repositories;
function withGetters(lazy: unknown): unknown {
  return lazy;
}
