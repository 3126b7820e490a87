import type { Kernel } from "../../store/kernel.ts";
import { changes } from "@reeve/operations/memory/changes";
import { undoChange } from "../../memory/changes.ts";
import type { Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { cutPage } from "../../operations/pages.ts";
import type { Folder } from "../../platform/folder.ts";
import { describeChange } from "./describe-change.ts";

export interface ChangesDeps extends Kernel {
  /** The workspace. */
  readonly folder: Folder;
}

const MAX_CHANGES = 500;

export function createChanges(deps: ChangesDeps): Implementation {
  const { store, newId } = deps;
  return implement(
    changes,
    {
      async list(page, { person: { tenant, id } }) {
        const found = await store.slow.memoryChanges.list({ tenant, person: id }, MAX_CHANGES);
        const { items, next } = cutPage(found, page, (one) => one.id);
        return {
          items: items.map((one) => ({ ...one, what: describeChange(one, "en") })),
          next,
        };
      },
      async undo({ change }, { person: { tenant, id } }) {
        const undone = await undoChange({ tenant, person: id }, { id: change }, deps);
        return { undone: undone ? describeChange(undone, "en") : "nothing: no change is left" };
      },
    },
    newId,
  );
}
