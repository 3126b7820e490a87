import type { CallScope } from "../../tools/toolbox.ts";
import { callerScope } from "../caller-scope.ts";
import type { Feature, FeatureDeps } from "../feature.ts";
import { restrictInGroups } from "../restrict-in-groups.ts";
import { createJournal, writeOnlyJournal } from "./create-journal.ts";
import { createJournalOperations } from "./implement.ts";

export function createJournalFeature({ store, clock, newId }: FeatureDeps): Feature {
  const journalOf = ({ tenant, person, labels }: CallScope) =>
    createJournal(store, { tenant, person }, { now: () => clock.now(), labels });
  return {
    services: { journal: restrictInGroups(journalOf, writeOnlyJournal) },
    operations: [
      createJournalOperations({
        journalOf: async (call) => journalOf(await callerScope(call, store)),
        newId,
      }),
    ],
  };
}
