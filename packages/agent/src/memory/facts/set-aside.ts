import { toId } from "../../kernel/ids.ts";
import type { FactChange, LearntFact } from "../../store/facts.ts";
import type { Repositories } from "../../store/store.ts";
import { endOf } from "./end-of.ts";

/** Stops believing a fact: it is kept as history, and profiles do without it. */
export async function setAside(
  tx: Repositories,
  fact: LearntFact,
  change: FactChange & { readonly state: Exclude<LearntFact["state"], "active"> },
): Promise<void> {
  await tx.facts.change(fact.id, change);
  await tx.profiles.markStale({ tenant: fact.tenant, person: toId(fact.audience) }, fact.id);
}

/** Believes a fact again whose chat another had taken. */
export async function takeBack(tx: Repositories, fact: LearntFact): Promise<void> {
  await tx.facts.change(fact.id, {
    state: "active",
    supersededBy: null,
    validUntil: endOf(fact),
  });
}
