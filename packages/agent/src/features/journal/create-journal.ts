import type { JournalEntry, JournalOutcome } from "@reeve/operations/memory/journal";
import { Fault } from "@reeve/sdk";
import type { Clock } from "../../kernel/clock.ts";
import { type CallLabels, joinLabels } from "../../kernel/label.ts";
import type {
  JournalFilter,
  JournalOwner,
  JournalResult,
  StoredEntry,
} from "../../store/items/journal.ts";
import type { Store } from "../../store/store.ts";
import type { Journal, JournalSummary } from "./journal.ts";
import { canonicalJson } from "../../kernel/text/json.ts";
import type { MemoryChange } from "../../store/items/memory-changes.ts";
import { sumDecimals } from "./sum-decimals.ts";

const DAY_MS = 86_400_000;

export interface JournalDeps extends Clock {
  /** Labels of the call that reads or writes. Default: entries get their person's own label. */
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

/** Restricts the journal in chats with other members: entries can be added but not read. */
export function writeOnlyJournal(journal: Journal): Journal {
  return { log: (draft) => journal.log(draft), query: refuse, update: refuse };
}

async function refuse(): Promise<never> {
  throw new Fault(
    "denied",
    "The journal belongs to the owner, and other people can read this chat.",
    {
      hint: "Offer to show this in a direct chat.",
    },
  );
}

function missing(id: number): never {
  throw new Fault("missing", `Journal entry not found: ${id}`, {
    hint: "Find the entry's id with journal_query.",
  });
}

/** The line of history for an entry; undefined where it says after what it said before. */
function journalChange(
  owner: JournalOwner,
  { before, after, at }: { before: StoredEntry | null; after: StoredEntry; at: number },
): MemoryChange | undefined {
  const line = {
    id: `journal:${after.id}:${at}`,
    ...owner,
    at,
    ref: String(after.id),
    undoneAt: null,
  };
  if (before === null) {
    // An entry that was there already was logged by an earlier run of the same call.
    const isNew = after.createdAt === at;
    return isNew ? { ...line, kind: "journal-added", before, after } : undefined;
  }
  if (saidIn(before) === saidIn(after)) return undefined;
  return { ...line, kind: "journal-changed", before, after };
}

/** When it was last touched is not what it says. */
function saidIn(entry: StoredEntry): string {
  return canonicalJson({ ...entry, updatedAt: 0 });
}

/** Counts outcomes and adds up gains and losses. Entries that are open or cancelled count in no rate. */
function summarize(results: readonly JournalResult[]): JournalSummary {
  const count = (wanted: JournalOutcome) =>
    results.filter(({ outcome }) => outcome === wanted).length;
  const outcomes = {
    pending: count("pending"),
    profit: count("profit"),
    loss: count("loss"),
    neutral: count("neutral"),
    cancelled: count("cancelled"),
  };
  const decided = outcomes.profit + outcomes.loss;
  return {
    entries: results.length,
    outcomes,
    pnlTon: sumDecimals(results.flatMap(({ pnlTon }) => pnlTon ?? [])),
    winRatePct: decided === 0 ? undefined : Math.round((outcomes.profit * 1000) / decided) / 10,
  };
}
