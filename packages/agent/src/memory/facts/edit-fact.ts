import type { Kernel } from "../../store/kernel.ts";
import { Fault } from "@reeve/sdk";
import type { MemoryFact } from "../../store/search/facts.ts";
import { visibleFact } from "./explain-fact.ts";
import { rewordFact } from "./reword-fact.ts";
import type { PrivateViewer as Viewer } from "../can-see.ts";

export interface FactEdit {
  /** New text; without it, the text stays the same. */
  readonly text?: string | undefined;
}

export interface EditDeps extends Kernel {
  readonly viewer: Viewer;
}

/** Confirms an active fact in the owner's name, in its words or in others. */
export async function editFact(
  id: string,
  { text }: FactEdit,
  { store, clock, newId, viewer }: EditDeps,
): Promise<MemoryFact> {
  if (viewer.role !== "owner")
    throw new Fault("denied", "Only the owner can confirm or change facts.");
  return store.commit("change-memory", async (tx) => {
    const fact = await visibleFact(id, viewer, tx);
    if (fact.state !== "active")
      throw new Fault("conflict", `The fact ${id} is ${fact.state}.`, {
        hint: "Only current facts can be confirmed or changed.",
      });
    const changed: MemoryFact = {
      ...fact,
      text: text ?? fact.text,
      confirmedBy: viewer.person,
    };
    if (changed.text === fact.text && fact.confirmedBy !== null) return fact;
    await rewordFact(tx, fact.id, { from: fact.text, to: changed });
    await tx.memoryChanges.add({
      id: newId(),
      tenant: viewer.tenant,
      person: viewer.person,
      at: clock.now(),
      undoneAt: null,
      ref: fact.id,
      ...(changed.text === fact.text
        ? { kind: "fact-confirmed", before: null, after: fact.text }
        : {
            kind: "fact-edited",
            before: { text: fact.text, confirmedBy: fact.confirmedBy },
            after: changed.text,
          }),
    });
    return changed;
  });
}
