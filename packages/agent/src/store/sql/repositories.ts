import type { Kysely } from "kysely";
import type { Repositories } from "../store.ts";
import { createApprovals } from "./approvals.ts";
import { createArtifacts } from "./artifacts.ts";
import { createAttachments } from "./attachments.ts";
import { createAudit } from "./audit.ts";
import { createCommands } from "./commands.ts";
import { createDeliveries, type DeliveriesOptions } from "./deliveries.ts";
import { createEmbeddingCache } from "./embedding-cache.ts";
import { createEvents } from "./events.ts";
import { createFacts } from "./facts.ts";
import { createFeed } from "./feed.ts";
import { createFileLabels } from "./file-labels.ts";
import { createFileVersions } from "./file-versions.ts";
import { createForgetting } from "./forgetting.ts";
import { createHooks } from "./hooks.ts";
import { createImages } from "./images.ts";
import { createInbox } from "./inbox.ts";
import { createJobs } from "./jobs.ts";
import { createJournal } from "./journal.ts";
import { createKeptAnswers } from "./kept-answers.ts";
import { createLinks } from "./links.ts";
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
import { createPolicies } from "./policies.ts";
import { createPreferences } from "./preferences.ts";
import { createProfiles } from "./profiles.ts";
import { createReadings } from "./readings.ts";
import { createSessions } from "./sessions.ts";
import { createSubscriptions } from "./subscriptions.ts";
import { createChannelState } from "./channel-state.ts";
import type { Tables } from "./tables.ts";
import { createTasks } from "./tasks.ts";
import { type AccessOptions, createTokens } from "./tokens.ts";
import { createTurns } from "./turns.ts";
import { createUsage } from "./usage.ts";
import { createWebSessions } from "./web-sessions.ts";

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
    feed: createFeed(db, passages),
    passages,
    sessions: createSessions(db),
    turns: createTurns(db),
    events: createEvents(db),
    outbox: createOutbox(db),
    approvals: createApprovals(db),
    links: createLinks(db, { ...options, passages }),
    plans: createPlans(db),
    policies: createPolicies(db),
    overrides: createOverrides(db),
    pauses: createPauses(db),
    audit: createAudit(db),
    commands: createCommands(db),
    fileVersions: createFileVersions(db),
    fileLabels: createFileLabels(db),
    usage: createUsage(db),
    limits: createLimits(db),
    artifacts: createArtifacts(db),
    notes: createNotes(db, passages),
    tasks: createTasks(db, passages),
    readings: createReadings(db, passages),
    preferences: createPreferences(db),
    journal: createJournal(db),
    jobs: createJobs(db),
    embeddingCache: createEmbeddingCache(db),
    facts: createFacts(db, passages),
    profiles: createProfiles(db),
    memoryChanges: createMemoryChanges(db),
    subscriptions: createSubscriptions(db, options.audience),
    deliveries: createDeliveries(db, options),
    hooks: createHooks(db),
    forgetting: createForgetting(db, { ...options, passages }),
    tokens: createTokens(db, options),
    webSessions: createWebSessions(db, options),
    keptAnswers: createKeptAnswers(db),
    channelState: createChannelState(db),
    pairings: createPairings(db),
  };
}
