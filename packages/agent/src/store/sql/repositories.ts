import type { Kysely } from "kysely";
import type { Repositories } from "../store.ts";
import { createApprovals } from "./approvals.ts";
import { createArtifacts } from "./artifacts.ts";
import { createAttachments } from "./attachments.ts";
import { createAudit } from "./audit.ts";
import { createExecRecords } from "./exec-records.ts";
import { createDeliveries, type DeliveriesOptions } from "./deliveries.ts";
import { createEmbeddingCache } from "./embedding-cache.ts";
import { createEvents } from "./events.ts";
import { createFacts } from "./facts.ts";
import { createMessages } from "./messages.ts";
import { createFileLabels } from "./file-labels.ts";
import { createFileVersions } from "./file-versions.ts";
import { createForgetting } from "./forgetting.ts";
import { createIncomingWebhooks } from "./incoming-webhooks.ts";
import { createImages } from "./images.ts";
import { createInbox } from "./inbox.ts";
import { createJobs } from "./jobs.ts";
import { createJournal } from "./journal.ts";
import { createIdempotency } from "./idempotency.ts";
import { createAccountLinks } from "./account-links.ts";
import { createLimits } from "./limits.ts";
import { createMemoryChanges } from "./memory-changes.ts";
import { createNotes } from "./notes.ts";
import { createOutbox } from "./outbox.ts";
import { createOverrides } from "./overrides.ts";
import { createPairings } from "./pairings.ts";
import { createPassages, type PassageEngine } from "./passages.ts";
import { createPauses } from "./pauses.ts";
import { createPeople } from "./people.ts";
import { createChats } from "./chats.ts";
import { createPlans } from "./plans.ts";
import { createChatRules } from "./chat-rules.ts";
import { createPreferences } from "./preferences.ts";
import { createProfiles } from "./profiles.ts";
import { createReadingList } from "./reading-list.ts";
import { createSessions } from "./sessions.ts";
import { createWebhooks } from "./webhooks.ts";
import { createChannelState } from "./channel-state.ts";
import type { Tables } from "./tables.ts";
import { createTasks } from "./tasks.ts";
import { type AccessOptions, createTokens } from "./tokens.ts";
import { createTurns } from "./turns.ts";
import { createUsage } from "./usage.ts";
import { createBrowserSessions } from "./browser-sessions.ts";

export interface RepositoryOptions extends DeliveriesOptions, AccessOptions {
  readonly canSkipLocked: boolean;
  readonly passages: PassageEngine;
}

/** All repositories over one connection or transaction. */
export function createRepositories(db: Kysely<Tables>, options: RepositoryOptions): Repositories {
  const passages = createPassages(db, options.passages);
  return {
    people: createPeople(db, options),
    chats: createChats(db, options),
    inbox: createInbox(db),
    images: createImages(db),
    attachments: createAttachments(db),
    messages: createMessages(db, passages),
    passages,
    sessions: createSessions(db),
    turns: createTurns(db),
    events: createEvents(db),
    outbox: createOutbox(db),
    approvals: createApprovals(db),
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
    forgetting: createForgetting(db, { ...options, passages }),
    tokens: createTokens(db, options),
    browserSessions: createBrowserSessions(db, options),
    idempotency: createIdempotency(db),
    channelState: createChannelState(db),
    pairings: createPairings(db),
  };
}
