import { toId } from "../../kernel/ids.ts";
import type { FactChange, MemoryFact } from "../../store/search/facts.ts";
import type { Repositories } from "../../store/store.ts";
import { factExpiry } from "./fact-expiry.ts";

/** Retires a fact: it stays as history, and profiles omit it. */
export async function retireFact(
  tx: Repositories,
  fact: MemoryFact,
  change: FactChange & { readonly state: Exclude<MemoryFact["state"], "active"> },
): Promise<void> {
  await tx.facts.change(fact.id, change);
  await tx.profiles.markStale({ tenant: fact.tenant, person: toId(fact.audience) }, fact.id);
}

/** Believes a fact again whose chat another had taken. */
export async function restoreFact(tx: Repositories, fact: MemoryFact): Promise<void> {
  await tx.facts.change(fact.id, {
    state: "active",
    supersededBy: null,
    validUntil: factExpiry(fact),
  });
}
