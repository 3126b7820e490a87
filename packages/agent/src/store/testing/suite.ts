import { describe } from "vitest";
import type { OpenStore } from "./opened-store.ts";
import { accessTests } from "./suite/access.ts";
import { approvalTests } from "./suite/approvals.ts";
import { assistantTests } from "./suite/assistant.ts";
import { attachmentTests } from "./suite/attachments.ts";
import { auditTests } from "./suite/audit.ts";
import { commandTests } from "./suite/exec-records.ts";
import { commitTests } from "./suite/commits.ts";
import { conversationTests } from "./suite/conversations.ts";
import { deliveryTests } from "./suite/deliveries.ts";
import { embeddingCacheTests } from "./suite/embedding-cache.ts";
import { eventTests } from "./suite/events.ts";
import { factTests } from "./suite/facts.ts";
import { fileVersionTests } from "./suite/file-versions.ts";
import { forgettingTests } from "./suite/forgetting.ts";
import { hookTests } from "./suite/incoming-webhooks.ts";
import { inboxTests } from "./suite/inbox.ts";
import { jobTests } from "./suite/jobs.ts";
import { journalTests } from "./suite/journal.ts";
import { leaseTests } from "./suite/leases.ts";
import { limitTests } from "./suite/limits.ts";
import { linkTests } from "./suite/account-links.ts";
import { memoryChangeTests } from "./suite/memory-changes.ts";
import { noteTests } from "./suite/notes.ts";
import { outboxTests } from "./suite/outbox.ts";
import { overrideTests } from "./suite/overrides.ts";
import { passageTests } from "./suite/passages.ts";
import { pairingTests } from "./suite/pairings.ts";
import { pauseTests } from "./suite/pauses.ts";
import { chatTests } from "./suite/chats.ts";
import { planTests } from "./suite/plans.ts";
import { policyTests } from "./suite/chat-rules.ts";
import { channelStateTests } from "./suite/channel-state.ts";
import { turnTests } from "./suite/turns.ts";
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
    limitTests(open);
    noteTests(open);
    assistantTests(open);
    journalTests(open);
    jobTests(open);
    embeddingCacheTests(open);
    factTests(open);
    forgettingTests(open);
    memoryChangeTests(open);
  });
}
