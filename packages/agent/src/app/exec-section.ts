import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { type ControlSection, defineMethod } from "../core/control.ts";
import { isAtLeast } from "../kernel/principal.ts";
import type { Store } from "../store/store.ts";

/** What ran on the machine. */
export function execSection({ store }: { readonly store: Store }): ControlSection {
  return {
    name: "exec",
    methods: {
      log: defineMethod({
        summary: "Commands that ran on the machine, for whom and by whose leave; newest first.",
        params: z.object({ limit: z.int().min(1).max(1000).default(50) }),
        run: async ({ limit }, { person }) => {
          if (!isAtLeast(person.role, "admin"))
            throw new Fault("denied", "Only the owner and admins read what ran on the machine.");
          const records = await store.slow.commands.list(person.tenant, limit);
          const names = new Map<string, string>();
          for (const id of new Set(records.flatMap((record) => record.person ?? [])))
            names.set(id, (await store.read.people.byId(id))?.name ?? id);
          return records.map((record) => ({
            ...record,
            name: names.get(record.person ?? "") ?? null,
          }));
        },
      }),
    },
  };
}
