import { toId } from "../../kernel/ids.ts";
import type { MemoryFact } from "../../store/search/facts.ts";
import type { Repositories } from "../../store/store.ts";

/** Changes the text and the guarantor of a fact with the text `from`; false if its text differs by now. */
export async function rewordFact(
  tx: Repositories,
  id: string,
  { from, to }: { readonly from: string; readonly to: Pick<MemoryFact, "text" | "confirmedBy"> },
): Promise<boolean> {
  const fact = await tx.facts.byId(toId(id));
  if (fact?.state !== "active" || fact.text !== from) return false;
  const { text, confirmedBy } = to;
  await tx.facts.change(fact.id, { text, confirmedBy });
  // A profile may rest on its text, or on the guarantor.
  await tx.profiles.markStale({ tenant: fact.tenant, person: toId(fact.audience) }, fact.id);
  return true;
}
