import { toId } from "../../kernel/ids.ts";
import type { MemoryFact } from "../../store/facts.ts";
import type { Repositories } from "../../store/store.ts";

/** Gives a fact that says `from` other words and another guarantor; false where it does not say so any more. */
export async function rewordFact(
  tx: Repositories,
  id: string,
  { from, to }: { readonly from: string; readonly to: Pick<MemoryFact, "text" | "confirmedBy"> },
): Promise<boolean> {
  const fact = await tx.facts.byId(toId(id));
  if (fact?.state !== "active" || fact.text !== from) return false;
  const { text, confirmedBy } = to;
  await tx.facts.change(fact.id, { text, confirmedBy });
  // A profile may rest on its words, or on the guarantor.
  await tx.profiles.markStale({ tenant: fact.tenant, person: toId(fact.audience) }, fact.id);
  return true;
}
