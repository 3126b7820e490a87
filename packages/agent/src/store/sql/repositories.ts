import type { Kysely } from "kysely";
import type { Repositories } from "../store.ts";
import { createApprovals } from "./approvals.ts";
import { createArtifacts } from "./artifacts.ts";
import { createEvents } from "./events.ts";
import { createFeed } from "./feed.ts";
import { createInbox } from "./inbox.ts";
import { createJournal } from "./journal.ts";
import { createNotes } from "./notes.ts";
import { createOutbox } from "./outbox.ts";
import { createPeople } from "./people.ts";
import { createPlaces } from "./places.ts";
import { createPolicies } from "./policies.ts";
import { createSessions } from "./sessions.ts";
import type { Tables } from "./tables.ts";
import { createTurns } from "./turns.ts";
import { createUsage } from "./usage.ts";

/** All repositories over one connection or transaction. */
export function createRepositories(
  db: Kysely<Tables>,
  options: { canSkipLocked: boolean },
): Repositories {
  return {
    people: createPeople(db),
    places: createPlaces(db, options),
    inbox: createInbox(db),
    feed: createFeed(db),
    sessions: createSessions(db),
    turns: createTurns(db),
    events: createEvents(db),
    outbox: createOutbox(db),
    approvals: createApprovals(db),
    policies: createPolicies(db),
    usage: createUsage(db),
    artifacts: createArtifacts(db),
    notes: createNotes(db),
    journal: createJournal(db),
  };
}
