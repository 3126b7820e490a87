import { describe } from "vitest";
import type { OpenStore } from "./opened-store.ts";
import { approvalTests } from "./suite/approvals.ts";
import { auditTests } from "./suite/audit.ts";
import { commitTests } from "./suite/commits.ts";
import { conversationTests } from "./suite/conversations.ts";
import { embeddingCacheTests } from "./suite/embedding-cache.ts";
import { eventTests } from "./suite/events.ts";
import { factTests } from "./suite/facts.ts";
import { fileVersionTests } from "./suite/file-versions.ts";
import { forgettingTests } from "./suite/forgetting.ts";
import { inboxTests } from "./suite/inbox.ts";
import { journalTests } from "./suite/journal.ts";
import { leaseTests } from "./suite/leases.ts";
import { limitTests } from "./suite/limits.ts";
import { linkTests } from "./suite/links.ts";
import { memoryChangeTests } from "./suite/memory-changes.ts";
import { noteTests } from "./suite/notes.ts";
import { outboxTests } from "./suite/outbox.ts";
import { overrideTests } from "./suite/overrides.ts";
import { passageTests } from "./suite/passages.ts";
import { pauseTests } from "./suite/pauses.ts";
import { placeTests } from "./suite/places.ts";
import { policyTests } from "./suite/policies.ts";
import { turnTests } from "./suite/turns.ts";

/** What every backend promises, through the `Store` interface only. Each test opens a store of its own. */
export function storeSuite(name: string, open: OpenStore): void {
  describe(name, () => {
    commitTests(open);
    placeTests(open);
    leaseTests(open);
    inboxTests(open);
    conversationTests(open);
    turnTests(open);
    eventTests(open);
    outboxTests(open);
    approvalTests(open);
    passageTests(open);
    policyTests(open);
    linkTests(open);
    overrideTests(open);
    pauseTests(open);
    auditTests(open);
    fileVersionTests(open);
    limitTests(open);
    noteTests(open);
    journalTests(open);
    embeddingCacheTests(open);
    factTests(open);
    forgettingTests(open);
    memoryChangeTests(open);
  });
}
