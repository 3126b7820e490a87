import { toId } from "../../kernel/ids.ts";
import type { Repositories } from "../../store/store.ts";
import { retireFact, restoreFact } from "./retire-fact.ts";

/**
 * Stops believing a fact that says `text`, and believes again what it took the place of.
 * False where it is not believed any more, or says something else.
 */
export async function retractFact(tx: Repositories, id: string, text: string): Promise<boolean> {
  const fact = await tx.facts.byId(toId(id));
  if (fact?.state !== "active" || fact.text !== text) return false;
  await retireFact(tx, fact, { state: "retracted" });
  for (const old of await tx.facts.replacedBy(fact.id))
    if (old.state === "superseded") await restoreFact(tx, old);
  return true;
}
