import { journal } from "@reeve/operations/memory/journal";
import type { NewId } from "../../kernel/ids.ts";
import type { Implementation } from "../../operations/control.ts";
import { type Call, implement } from "../../operations/implement.ts";
import { cutPage, MAX_ROWS } from "../../operations/pages.ts";
import type { Journal } from "./journal.ts";

export interface JournalOperationsDeps {
  /** Journal of the caller. */
  readonly journalOf: (call: Call) => Promise<Journal>;
  readonly newId: NewId;
}

export function createJournalOperations({
  journalOf,
  newId,
}: JournalOperationsDeps): Implementation {
  return implement(
    journal,
    {
      async list({ limit, cursor, ...filter }, call) {
        const { entries } = await (await journalOf(call)).query({ ...filter, limit: MAX_ROWS });
        return cutPage(entries, { limit, cursor }, ({ id }) => String(id));
      },
      summary: async (filter, call) =>
        (await (await journalOf(call)).query({ ...filter, limit: 1 })).summary,
      create: async (draft, call) => (await journalOf(call)).log({ ...draft, key: call.key }),
      update: async ({ id, ...patch }, call) => (await journalOf(call)).update(id, patch),
    },
    newId,
  );
}
