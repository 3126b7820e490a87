import type { JournalEntry } from "@reeve/operations/journal";
import { Fault } from "@reeve/sdk";
import type { Clock } from "../../kernel/clock.ts";
import { type CallLabels, joinLabels } from "../../kernel/label.ts";
import type { JournalFilter, JournalOwner, StoredEntry } from "../../store/journal.ts";
import type { Store } from "../../store/store.ts";
import { journalChange } from "./journal-change.ts";
import { summarize } from "./summarize.ts";
import type { Journal } from "./journal.ts";

const DAY_MS = 86_400_000;

export interface JournalDeps extends Clock {
  /** Of the call that reads or writes; without them every entry is its person's own. */
  readonly labels?: CallLabels | undefined;
}

/** Creates the business journal of one person, over the store. */
export function createJournal(store: Store, owner: JournalOwner, clock: JournalDeps): Journal {
  const { labels } = clock;
  const show = ({ label, ...entry }: StoredEntry): JournalEntry => {
    if (label) labels?.mark(label);
    labels?.mark({ integrity: "owner", audience: `person:${owner.person}` });
    return entry;
  };
  const labelled = (label = labels?.taint) =>
    label && label.integrity !== "owner" ? { label } : {};

  return {
    log: async (draft) =>
      show(
        await store.commit("journal", async (tx) => {
          const at = clock.now();
          const entry = await tx.journal.add(owner, { ...draft, ...labelled(), at });
          const change = journalChange(owner, { before: null, after: entry, at });
          if (change) await tx.memoryChanges.add(change);
          return entry;
        }),
      ),

    async query({ type, asset, outcome, days, limit }) {
      const since = days === undefined ? undefined : clock.now() - days * DAY_MS;
      const filter: JournalFilter = { type, asset, outcome, since };
      return {
        entries: (await store.slow.journal.list(owner, filter, limit)).map(show),
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
          ...labelled(joinLabels([entry.label, labels?.taint].filter((one) => one !== undefined))),
        };
        await tx.journal.settle(owner, changed);
        const at = changed.updatedAt;
        const change = journalChange(owner, { before: entry, after: changed, at });
        if (change) await tx.memoryChanges.add(change);
        return show(changed);
      }),
  };
}

/** Restricts the journal for chats where others read along: it can be added to, and nothing is shown. */
export function writeOnlyJournal(journal: Journal): Journal {
  return { log: (draft) => journal.log(draft), query: refuse, update: refuse };
}

async function refuse(): Promise<never> {
  throw new Fault(
    "denied",
    "The journal belongs to the owner, and other people can read this chat.",
    {
      hint: "Offer to look at it in a direct chat.",
    },
  );
}

function missing(id: number): never {
  throw new Fault("missing", `Journal entry not found: ${id}`, {
    hint: "Find its id with journal_query.",
  });
}
