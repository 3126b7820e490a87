import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { readRecord, verifyAudit } from "../../domains/audit.ts";
import { isAtLeast } from "../../kernel/principal.ts";
import type { Store } from "../../store/store.ts";
import { type Caller, type ControlSection, defineMethod } from "../control.ts";

/** What is on record of calls. */
export function auditSection({ store }: { readonly store: Store }): ControlSection {
  return {
    name: "audit",
    methods: {
      list: defineMethod({
        summary: "What tools did, for whom, and who allowed it; newest first.",
        params: z.object({
          tool: z.string().min(1).optional(),
          person: z.string().min(1).optional().describe("A person's name or id."),
          since: z.int().optional().describe("Unix milliseconds."),
          before: z.int().optional().describe("Only records of lower numbers."),
          limit: z.int().min(1).max(1000).default(50),
        }),
        run: async ({ person, ...query }, caller) => {
          refuseOthers(caller);
          const { tenant } = caller.person;
          const of = person === undefined ? undefined : await personCalled(person, tenant, store);
          const rows = await store.slow.audit.list(tenant, { ...query, person: of });
          const names = new Map<string, string>();
          for (const id of new Set(rows.flatMap((row) => row.person ?? [])))
            names.set(id, (await store.read.people.byId(id))?.name ?? id);
          return rows.map((row) => ({ ...readRecord(row), name: names.get(row.person ?? "") }));
        },
      }),
      verify: defineMethod({
        summary: "Check that no record was changed, added or taken away; names the first that was.",
        params: z.object({}),
        run: (_params, caller) => {
          refuseOthers(caller);
          return verifyAudit(store.slow.audit, caller.person.tenant);
        },
      }),
    },
  };
}

function refuseOthers({ person }: Caller): void {
  if (isAtLeast(person.role, "admin")) return;
  throw new Fault("denied", "Only the owner and admins read what tools did for others.");
}

async function personCalled(text: string, tenant: string, { read }: Store) {
  const [found, ...others] = await read.people.named(tenant, text);
  if (!found)
    throw new Fault("missing", `Nobody is called ${text}.`, {
      hint: "Use the name under which they write, or their id.",
    });
  if (others.length === 0) return found.id;
  const ids = [found, ...others].map(({ id }) => id).join(", ");
  throw new Fault("invalid", `Several people are called ${text}.`, { hint: `Use an id: ${ids}` });
}
