import { exec } from "@reeve/operations/agent/exec";
import type { NewId } from "../../kernel/ids.ts";
import type { Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { cutPage } from "../../operations/pages.ts";
import type { Store } from "../../store/store.ts";

/** The most commands that are listed. */
const MAX_COMMANDS = 1000;

export interface ExecDeps {
  readonly store: Store;
  readonly newId: NewId;
}

export function createExecLog({ store, newId }: ExecDeps): Implementation {
  return implement(
    exec,
    {
      async log(query, { person }) {
        const records = await store.slow.execRecords.list(person.tenant, MAX_COMMANDS);
        const { items, next } = cutPage(records, query, ({ id }) => id);
        const names = new Map<string, string>();
        for (const id of new Set(items.flatMap((record) => record.person ?? [])))
          names.set(id, (await store.read.people.byId(id))?.name ?? id);
        return {
          items: items.map((one) => ({ ...one, name: names.get(one.person ?? "") ?? null })),
          next,
        };
      },
    },
    newId,
  );
}
