import { audit } from "@reeve/operations/agent/audit";
import { Fault } from "@reeve/sdk";
import { z } from "zod";
import { readRecord, verifyAudit } from "../../domains/audit.ts";
import type { NewId } from "../../kernel/ids.ts";
import type { Implementation } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { pageOfRows, parseCursor } from "../../operations/pages.ts";
import type { Store } from "../../store/store.ts";

export interface AuditDeps {
  readonly store: Store;
  readonly newId: NewId;
}

export function createAudit({ store, newId }: AuditDeps): Implementation {
  return implement(
    audit,
    {
      async list({ person, limit, cursor, ...query }, caller) {
        const { tenant } = caller.person;
        const of = person === undefined ? undefined : await personCalled(person, tenant, store);
        const before = cursor === undefined ? undefined : parseCursor(cursor, z.int());
        const found = { ...query, person: of, before, limit: limit + 1 };
        const page = pageOfRows(await store.slow.audit.list(tenant, found), limit, ({ n }) => n);
        const names = new Map<string, string>();
        for (const id of new Set(page.items.flatMap((row) => row.person ?? [])))
          names.set(id, (await store.read.people.byId(id))?.name ?? id);
        return {
          ...page,
          items: page.items.map((row) => ({
            args: undefined,
            ...readRecord(row),
            place: row.chat,
            name: names.get(row.person ?? ""),
          })),
        };
      },
      verify: (_input, { person }) => verifyAudit(store.slow.audit, person.tenant),
    },
    newId,
  );
}

async function personCalled(text: string, tenant: string, { read }: Store) {
  const [found, ...others] = await read.people.named(tenant, text);
  if (!found)
    throw new Fault("missing", `No person named ${text}.`, {
      hint: "Use the person's name as it appears in chats, or the person's id.",
    });
  if (others.length === 0) return found.id;
  const ids = [found, ...others].map(({ id }) => id).join(", ");
  throw new Fault("invalid", `More than one person is named ${text}.`, {
    hint: `Use an id: ${ids}`,
  });
}
