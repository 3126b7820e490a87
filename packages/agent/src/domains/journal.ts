import { Fault, type Journal } from "@reeve/sdk";
import type { Clock } from "../kernel/clock.ts";
import type { JournalFilter, JournalOwner } from "../store/journal.ts";
import type { Store } from "../store/store.ts";
import { summarize } from "./journal/summarize.ts";

const DAY_MS = 86_400_000;

/** The business journal of one person, over the store. */
export function createJournal(store: Store, owner: JournalOwner, clock: Clock): Journal {
  return {
    log: (draft) =>
      store.commit("journal", (tx) => tx.journal.add(owner, { ...draft, at: clock.now() })),

    async query({ type, asset, outcome, days, limit }) {
      const since = days === undefined ? undefined : clock.now() - days * DAY_MS;
      const filter: JournalFilter = { type, asset, outcome, since };
      return {
        entries: await store.slow.journal.list(owner, filter, limit),
        summary: summarize(await store.slow.journal.results(owner, filter)),
      };
    },

    update: (id, { outcome, pnlTon, pnlPct, txHash }) =>
      store.commit("journal", async (tx) => {
        const entry = (await tx.journal.byId(owner, id)) ?? missing(id);
        const changed = {
          ...entry,
          outcome: outcome ?? entry.outcome,
          pnlTon: pnlTon ?? entry.pnlTon,
          pnlPct: pnlPct ?? entry.pnlPct,
          txHash: txHash ?? entry.txHash,
          updatedAt: clock.now(),
        };
        await tx.journal.settle(owner, changed);
        return changed;
      }),
  };
}

/** The same journal where others read along: it can be added to, and nothing is shown. */
export function withoutShowing(journal: Journal): Journal {
  return { log: (draft) => journal.log(draft), query: refuse, update: refuse };
}

async function refuse(): Promise<never> {
  throw new Fault("denied", "The journal is the owner's, and others read along here.", {
    hint: "Offer to look at it in a direct chat.",
  });
}

function missing(id: number): never {
  throw new Fault("missing", `There is no journal entry ${id}.`, {
    hint: "Find its id with journal_query.",
  });
}
