import { toId } from "../../kernel/ids.ts";
import type { Repositories } from "../../store/store.ts";
import { retireFact, restoreFact } from "./retire-fact.ts";

/**
 * Retracts a fact with the text `text`, and restores the fact that it replaced. Returns false if it is not
 * active anymore, or its text differs.
 */
export async function retractFact(tx: Repositories, id: string, text: string): Promise<boolean> {
  const fact = await tx.facts.byId(toId(id));
  if (fact?.state !== "active" || fact.text !== text) return false;
  await retireFact(tx, fact, { state: "retracted" });
  for (const old of await tx.facts.replacedBy(fact.id))
    if (old.state === "superseded") await restoreFact(tx, old);
  return true;
}
