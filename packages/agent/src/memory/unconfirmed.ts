import type { Role } from "../kernel/principal.ts";
import type { Kernel } from "../store/kernel.ts";
import type { PersonKey } from "../store/people/people.ts";
import type { Store } from "../store/store.ts";
import type { Folder } from "../platform/folder.ts";
import { viewFacts } from "./facts.ts";
import { isTainted } from "./is-tainted.ts";
import { confirmEntry, listUnconfirmed, type UnconfirmedEntry } from "./knowledge/confirm-entry.ts";

/** Something others contributed to the owner's memory, which is not pinned until the owner confirms it. */
export interface UnconfirmedMemory {
  readonly id: string;
  readonly text: string;
}

export interface UnconfirmedDeps {
  readonly store: Pick<Store, "slow">;
  /** The workspace, with the memory files. */
  readonly folder: Folder;
}

export interface ConfirmDeps extends Kernel {
  readonly folder: Folder;
}

const MAX_FACTS = 500;

/** Returns unconfirmed entries of memory files and unconfirmed facts about the owner. */
export async function listUnconfirmedMemory(
  owner: PersonKey,
  { store, folder }: UnconfirmedDeps,
): Promise<readonly UnconfirmedMemory[]> {
  const entries = await listUnconfirmed(folder);
  return [...entries, ...(await taintedFacts(owner, store))].map(({ id, text }) => ({ id, text }));
}

/** Counts them for the owner; for everybody else there are none. */
export async function countUnconfirmedMemory(
  { role, ...person }: PersonKey & { readonly role: Role },
  deps: UnconfirmedDeps,
): Promise<number> {
  return role === "owner" ? (await listUnconfirmedMemory(person, deps)).length : 0;
}

/** Confirms an entry or a fact in the owner's name; returns false if there is none with this id to confirm. */
export async function confirmMemory(
  id: string,
  owner: PersonKey,
  deps: ConfirmDeps,
): Promise<boolean> {
  if (await confirmEntryOf(id, owner, deps)) return true;
  const facts = await taintedFacts(owner, deps.store);
  if (!facts.some((fact) => fact.id === id)) return false;
  await viewFacts({ ...owner, role: "owner" }, deps).edit(id, {});
  return true;
}

/** Confirms an entry of a memory file, as a change that can be undone; undefined if it does not exist. */
export async function confirmEntryOf(
  id: string,
  { tenant, person }: PersonKey,
  { folder, store, newId, clock }: ConfirmDeps,
): Promise<UnconfirmedEntry | undefined> {
  const entry = await confirmEntry(folder, id);
  if (!entry) return undefined;
  const { path: ref, ...before } = entry;
  await store.commit("change-memory", (tx) =>
    tx.memoryChanges.add({
      id: newId(),
      tenant,
      person,
      at: clock.now(),
      undoneAt: null,
      kind: "entry-confirmed",
      ref,
      before,
      after: { ...before, integrity: "owner" },
    }),
  );
  return entry;
}

async function taintedFacts({ tenant, person }: PersonKey, { slow }: Pick<Store, "slow">) {
  const filter = { tenant, audience: person, words: [], limit: MAX_FACTS };
  return (await slow.facts.list(filter)).filter((fact) => isTainted(fact, "owner"));
}
