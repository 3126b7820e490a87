import { notes } from "@reeve/operations/memory/notes";
import type { NewId } from "../../kernel/ids.ts";
import type { Implementation } from "../../operations/control.ts";
import { type Call, implement } from "../../operations/implement.ts";
import { cutPage, MAX_ROWS } from "../../operations/pages.ts";
import type { Notes } from "./notes.ts";

export interface NotesOperationsDeps {
  /** Notes of the caller. */
  readonly notesOf: (call: Call) => Promise<Notes>;
  readonly newId: NewId;
}

export function createNotesOperations({ notesOf, newId }: NotesOperationsDeps): Implementation {
  return implement(
    notes,
    {
      async list({ query, tag, ...page }, call) {
        const own = await notesOf(call);
        const found =
          query === undefined
            ? await own.list({ tag, limit: MAX_ROWS })
            : (await own.search(query, { limit: MAX_ROWS })).filter(
                ({ tags }) => tag === undefined || tags.includes(tag),
              );
        return cutPage(found, page, ({ id }) => id);
      },
      create: async (draft, call) => (await notesOf(call)).create({ id: call.key, ...draft }),
      update: async ({ id, ...patch }, call) => (await notesOf(call)).update(id, patch),
      delete: async ({ id }, call) => (await notesOf(call)).remove(id),
    },
    newId,
  );
}
