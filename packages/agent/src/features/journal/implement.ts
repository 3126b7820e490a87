import { journal } from "@reeve/operations/journal";
import type { Journal } from "@reeve/sdk";
import type { NewId } from "../../kernel/ids.ts";
import type { Caller, ControlSection } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { cutPage, MAX_ROWS } from "../../operations/pages.ts";

export interface JournalDeps {
  readonly services: (caller: Caller, key: string) => Promise<{ readonly journal: Journal }>;
  readonly newId: NewId;
}

export function createJournalOperations({ services, newId }: JournalDeps): ControlSection {
  return implement(
    journal,
    {
      async list({ limit, cursor, ...filter }, call) {
        const own = (await services(call, call.key)).journal;
        const { entries } = await own.query({ ...filter, limit: MAX_ROWS });
        return cutPage(entries, { limit, cursor }, ({ id }) => String(id));
      },
      async summary(filter, call) {
        const own = (await services(call, call.key)).journal;
        return (await own.query({ ...filter, limit: 1 })).summary;
      },
      create: async (draft, call) =>
        (await services(call, call.key)).journal.log({ ...draft, key: call.key }),
      update: async ({ id, ...patch }, call) =>
        (await services(call, call.key)).journal.update(id, patch),
    },
    newId,
  );
}
