import type { Kernel } from "../store/kernel.ts";
import type { FactExplanation } from "@reeve/operations/memory/facts";
import { Fault } from "@reeve/sdk";
import type { TurnId } from "../kernel/ids.ts";
import type { ModelUsage } from "../kernel/usage.ts";
import type { Model } from "../llm/model.ts";
import type { MemoryFact } from "../store/search/facts.ts";
import type { Repositories, Store } from "../store/store.ts";
import type { Batch } from "./facts/batch.ts";
import { editFact, type FactEdit } from "./facts/edit-fact.ts";
import { explainFact } from "./facts/explain-fact.ts";
import { type FactCounts, saveFacts } from "./facts/save-facts.ts";
import { extractFacts } from "./facts/extract-facts.ts";
import { searchWords } from "./facts/search-words.ts";
import type { PrivateViewer as Viewer } from "./can-see.ts";
import { retireFact } from "./facts/retire-fact.ts";

/** Time in milliseconds for which a session fact is remembered after the session has ended. */
const INTERVAL_MS = 7 * 24 * 60 * 60 * 1000;

const AT_ONCE = 100;

export type { Batch, Line } from "./facts/batch.ts";

/** Facts learned from chats, as far as the requester may see them. */
export interface Facts {
  /** Explains a fact; throws `missing` if it does not exist or the viewer may not see it. */
  explain(id: string): Promise<FactExplanation>;
}

declare module "@reeve/sdk" {
  interface Services {
    readonly facts: Facts;
  }
}

export interface FactList {
  /** Facts that hold some of its words; without it, all. */
  readonly search?: string | undefined;
  /** Owner of the facts, as a uid; without it, everyone whose facts the viewer may see. */
  readonly audience?: string | undefined;
  readonly limit: number;
}

/** Facts that one person may see. */
export interface FactView {
  /** Facts that are believed, newest first. */
  list(query: FactList): Promise<readonly MemoryFact[]>;
  explain(id: string): Promise<FactExplanation>;
  /** The owner vouches for a fact, and may put it in other words. */
  edit(id: string, edit: FactEdit): Promise<MemoryFact>;
}

/** Creates a view of facts that one viewer may see and change: their own, and for the owner everyone's. */
export function viewFacts(viewer: Viewer, deps: Kernel): FactView {
  const { slow } = deps.store;
  return {
    async list({ search = "", audience, limit }) {
      const own = viewer.role === "owner" ? audience : viewer.person;
      if (audience !== undefined && audience !== own)
        throw new Fault("denied", `Only the owner can see the facts about ${audience}.`);
      const words = searchWords(search);
      return slow.facts.list({ tenant: viewer.tenant, audience: own, words, limit });
    },
    explain: (id) => explainFact(id, viewer, deps.store),
    edit: (id, edit) => editFact(id, edit, { ...deps, viewer }),
  };
}

export interface ExtractionDeps extends Kernel {
  readonly model: Model;
  /** Removes invisible characters and text that could pass for our markup. */
  readonly clean: (text: string) => string;
}

/** Result of a request for facts. */
export interface Extraction extends FactCounts {
  /** Number of facts in the response that could not be used. */
  readonly malformed: number;
  readonly unfounded: number;
}

/** Retires expired facts; returns their number. */
export function endFacts({ store, clock }: Pick<Kernel, "store" | "clock">): Promise<number> {
  return expireFacts(store, clock.now());
}

/**
 * Extracts facts from the turns of a batch with the model, and stores them in one commit that also marks
 * the turns as done. Returns undefined and stores only the cost if the model could not answer. `also`
 * writes the cost of the request.
 */
export async function extractFrom(
  { batch, turns }: { readonly batch: Batch; readonly turns: readonly TurnId[] },
  deps: ExtractionDeps,
  {
    signal,
    also,
    onAdded,
  }: {
    readonly signal: AbortSignal;
    readonly also: (tx: Repositories, spent: readonly ModelUsage[]) => Promise<void>;
    /** Called for each new fact, inside the transaction. */
    readonly onAdded?: (tx: Repositories, fact: MemoryFact) => Promise<void>;
  },
): Promise<Extraction | undefined> {
  const { store, clock, newId } = deps;
  const forgotten = await store.read.forgetting.count();
  const { extracted: learned, spent } = await extractFacts(batch, { ...deps, signal });
  if (!learned || signal.aborted) {
    if (spent.length > 0) await store.commit("learn", (tx) => also(tx, spent));
    return undefined;
  }
  const { learnedFacts, malformed, unfounded } = learned;
  const kept = await store.commit("learn", async (tx) => {
    // Something was forgotten while we read. Read the turns again.
    if ((await tx.forgetting.count()) !== forgotten) {
      await also(tx, spent);
      return undefined;
    }
    const done = await saveFacts(tx, learnedFacts, {
      chat: batch.chat,
      now: clock.now(),
      newId,
      onAdded,
    });
    await tx.turns.markExtracted(turns);
    await also(tx, spent);
    return done;
  });
  return kept && { ...kept, malformed, unfounded };
}

/** Retires facts that have expired at `now`; returns their number. */
async function expireFacts(store: Pick<Store, "read" | "commit">, now: number): Promise<number> {
  const over = await store.read.facts.expired({ now, restMs: INTERVAL_MS, limit: AT_ONCE });
  if (over.length === 0) return 0;
  await store.commit("learn", async (tx) => {
    for (const fact of over)
      await retireFact(tx, fact, { state: "expired", validUntil: fact.validUntil ?? now });
  });
  return over.length;
}
