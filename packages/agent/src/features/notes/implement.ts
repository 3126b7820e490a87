import type { ControlSection } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { notes } from "@reeve/operations/notes";
import { cutPage, MAX_ROWS } from "../../operations/pages.ts";
import type { OwnThings } from "../own-things.ts";

export function createNotes({ services, newId }: OwnThings): ControlSection {
  return implement(
    notes,
    {
      async list({ query, tag, ...page }, call) {
        const own = (await services(call, call.key)).notes;
        const found =
          query === undefined
            ? await own.list({ tag, limit: MAX_ROWS })
            : (await own.search(query, { limit: MAX_ROWS })).filter(
                ({ tags }) => tag === undefined || tags.includes(tag),
              );
        return cutPage(found, page, ({ id }) => id);
      },
      create: async (draft, call) =>
        (await services(call, call.key)).notes.create({ id: call.key, ...draft }),
      update: async ({ id, ...patch }, call) =>
        (await services(call, call.key)).notes.update(id, patch),
      delete: async ({ id }, call) => (await services(call, call.key)).notes.remove(id),
    },
    newId,
  );
}
