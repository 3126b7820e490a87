import { describe } from "vitest";
import type { OpenStore } from "./opened-store.ts";
import { accessTests } from "./suite/people/access.ts";
import { approvalTests } from "./suite/turns/approvals.ts";
import { assistantTests } from "./suite/people/assistant.ts";
import { attachmentTests } from "./suite/messages/attachments.ts";
import { auditTests } from "./suite/turns/audit.ts";
import { commandTests } from "./suite/turns/exec-records.ts";
import { commitTests } from "./suite/commits.ts";
import { conversationTests } from "./suite/messages/conversations.ts";
import { deliveryTests } from "./suite/messages/deliveries.ts";
import { embeddingCacheTests } from "./suite/search/embedding-cache.ts";
import { eventTests } from "./suite/messages/events.ts";
import { factTests } from "./suite/search/facts.ts";
import { pluginEventTests } from "./suite/items/plugin-events.ts";
import { fileVersionTests } from "./suite/items/file-versions.ts";
import { forgettingTests } from "./suite/forgetting.ts";
import { hookTests } from "./suite/messages/incoming-webhooks.ts";
import { inboxTests } from "./suite/messages/inbox.ts";
import { jobTests } from "./suite/items/jobs.ts";
import { journalTests } from "./suite/items/journal.ts";
import { leaseTests } from "./suite/turns/leases.ts";
import { limitTests } from "./suite/limits.ts";
import { linkTests } from "./suite/people/account-links.ts";
import { memoryChangeTests } from "./suite/items/memory-changes.ts";
import { modelOutageTests } from "./suite/turns/model-outages.ts";
import { noteTests } from "./suite/items/notes.ts";
import { outboxTests } from "./suite/messages/outbox.ts";
import { overrideTests } from "./suite/turns/overrides.ts";
import { passageTests } from "./suite/search/passages.ts";
import { pairingTests } from "./suite/people/pairings.ts";
import { pauseTests } from "./suite/turns/pauses.ts";
import { retentionTests } from "./suite/retention.ts";
import { chatTests } from "./suite/messages/chats.ts";
import { planTests } from "./suite/turns/plans.ts";
import { policyTests } from "./suite/turns/chat-rules.ts";
import { channelStateTests } from "./suite/messages/channel-state.ts";
import { timeTests } from "./suite/times.ts";
import { turnTests } from "./suite/turns/turns.ts";
import { usageTests } from "./suite/usage.ts";

/**
 * Defines the tests that every backend must pass, through the `Store` interface only. Each test opens its own
 * store.
 */
export function storeSuite(name: string, open: OpenStore): void {
  describe(name, () => {
    commitTests(open);
    chatTests(open);
    leaseTests(open);
    inboxTests(open);
    attachmentTests(open);
    conversationTests(open);
    turnTests(open);
    usageTests(open);
    eventTests(open);
    outboxTests(open);
    deliveryTests(open);
    hookTests(open);
    accessTests(open);
    approvalTests(open);
    passageTests(open);
    planTests(open);
    policyTests(open);
    linkTests(open);
    overrideTests(open);
    pauseTests(open);
    pairingTests(open);
    channelStateTests(open);
    auditTests(open);
    commandTests(open);
    fileVersionTests(open);
    pluginEventTests(open);
    limitTests(open);
    modelOutageTests(open);
    noteTests(open);
    assistantTests(open);
    journalTests(open);
    jobTests(open);
    timeTests(open);
    embeddingCacheTests(open);
    factTests(open);
    forgettingTests(open);
    retentionTests(open);
    memoryChangeTests(open);
  });
}
