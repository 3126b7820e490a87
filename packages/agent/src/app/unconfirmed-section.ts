import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { type Caller, type ControlSection, defineMethod } from "../core/control.ts";
import { confirmEntry, listUnconfirmed } from "../memory/knowledge/confirm-entry.ts";
import type { Clock } from "../kernel/clock.ts";
import type { NewId } from "../kernel/ids.ts";
import type { Folder } from "../platform/folder.ts";
import type { Store } from "../store/store.ts";

export interface UnconfirmedParts {
  /** The workspace's, in which the memory files lie. */
  readonly folder: Folder;
  readonly store: Store;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** What the agent wrote down from what others said: it waits until the owner stands behind it. */
export function unconfirmedSection({
  folder,
  store,
  clock,
  newId,
}: UnconfirmedParts): ControlSection {
  return {
    name: "memory",
    methods: {
      unconfirmed: defineMethod({
        summary: "Entries of the memory files that others stand behind.",
        params: z.object({}),
        run: async (_params, caller) => {
          refuseOthers(caller);
          return listUnconfirmed(folder);
        },
      }),
      confirmEntry: defineMethod({
        summary: "Stand behind an entry: conversations begin with it from then on.",
        params: z.object({ id: z.string().trim().min(1).max(100) }),
        run: async ({ id }, caller) => {
          refuseOthers(caller);
          const entry = await confirmEntry(folder, id);
          if (!entry)
            throw new Fault("missing", `There is no unconfirmed entry ${id}.`, {
              hint: "List them with: reeve memory unconfirmed",
            });
          const { path: ref, ...before } = entry;
          const { tenant, id: person } = caller.person;
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
        },
      }),
    },
  };
}

function refuseOthers({ person: { role } }: Caller): void {
  if (role !== "owner")
    throw new Fault("denied", `The memory files are the owner's, and ${role} asked.`);
}
