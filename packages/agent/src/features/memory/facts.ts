import type { Kernel } from "../../store/kernel.ts";
import { facts } from "@reeve/operations/memory/facts";
import { toId } from "../../kernel/ids.ts";
import { type FactView, viewFacts } from "../../memory/facts.ts";
import { isTainted } from "../../memory/is-tainted.ts";
import type { Caller, Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { cutPage } from "../../operations/pages.ts";
import type { MemoryFact } from "../../store/search/facts.ts";
import type { Store } from "../../store/store.ts";
import { findPerson } from "./find-person.ts";

const MAX_FACTS = 500;

export function createFacts(deps: Kernel): Implementation {
  const { store, newId } = deps;
  const factsOf = ({ person: { tenant, id, role } }: Caller): FactView =>
    viewFacts({ tenant, person: id, role }, deps);
  return implement(
    facts,
    {
      async list({ person, search, ...page }, call) {
        const audience =
          person === undefined ? undefined : (await findPerson(person, call, store)).id;
        const found = await factsOf(call).list({ search, audience, limit: MAX_FACTS });
        const { items, next } = cutPage(found, page, ({ id }) => id);
        return { items: await Promise.all(items.map((fact) => toView(fact, store))), next };
      },
      explain: ({ id }, call) => factsOf(call).explain(id),
      confirm: async ({ id, text }, call) => toView(await factsOf(call).edit(id, { text }), store),
    },
    newId,
  );
}

async function toView(fact: MemoryFact, { read }: Store) {
  const owner = await read.people.byId(toId(fact.audience));
  return {
    ...fact,
    of: owner?.name ?? fact.audience,
    isConfirmed: fact.confirmedBy !== null,
    isTainted: isTainted(fact, owner?.role ?? "stranger"),
  };
}
