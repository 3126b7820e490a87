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

/** Creates all repositories over one connection or transaction. */
export function createRepositories(db: Kysely<Tables>, options: RepositoryOptions): Repositories {
  const passages = createPassages(db, options.passages);
  const messages = createMessages(db, passages, options);
  return {
    people: createPeople(db, options),
    chats: createChats(db, options),
    inbox: createInbox(db),
    images: createImages(db),
    attachments: createAttachments(db),
    messages,
    passages,
    sessions: createSessions(db),
    turns: createTurns(db),
    modelWaits: createModelWaits(db),
    modelOutages: createModelOutages(db),
    events: createEvents(db),
    outbox: createOutbox(db),
    approvals: createApprovals(db),
    egress: createEgress(db),
    accountLinks: createAccountLinks(db, { ...options, passages }),
    plans: createPlans(db),
    chatRules: createChatRules(db),
    overrides: createOverrides(db),
    pauses: createPauses(db),
    audit: createAudit(db),
    execRecords: createExecRecords(db),
    fileVersions: createFileVersions(db),
    fileLabels: createFileLabels(db),
    usage: createUsage(db),
    limits: createLimits(db),
    artifacts: createArtifacts(db),
    notes: createNotes(db, passages),
    tasks: createTasks(db, passages),
    readingList: createReadingList(db, passages),
    preferences: createPreferences(db),
    journal: createJournal(db),
    jobs: createJobs(db),
    embeddingCache: createEmbeddingCache(db),
    facts: createFacts(db, passages),
    profiles: createProfiles(db),
    memoryChanges: createMemoryChanges(db),
    webhooks: createWebhooks(db, options.audience),
    deliveries: createDeliveries(db, options),
    incomingWebhooks: createIncomingWebhooks(db),
    forgetting: createForgetting(db, { ...options, passages, messages }),
    retention: createRetention(db),
    tokens: createTokens(db, options),
    browserSessions: createBrowserSessions(db, options),
    idempotency: createIdempotency(db),
    channelState: createChannelState(db),
    pairings: createPairings(db),
    pluginEvents: createPluginEvents(db),
    work: createWork(db),
    times: createStoredTimes(db),
  };
}
