import type { ControlSection } from "../../operations/control.ts";
import { implement } from "../../operations/implement.ts";
import { cutPage, MAX_ROWS } from "../../operations/pages.ts";
import { readLater } from "@reeve/operations/read-later";
import type { OwnThings } from "../own-things.ts";

/** How long the page of an address may take. */
const FETCH_MS = 20_000;

export function createReadLater({ services, newId }: OwnThings): ControlSection {
  return implement(
    readLater,
    {
      async list({ status, tag, ...page }, call) {
        const own = (await services(call, call.key)).readLater;
        const found = await own.list({ status, tag, limit: MAX_ROWS });
        return cutPage(found, page, ({ id }) => id);
      },
      async save(draft, call) {
        const own = (await services(call, call.key)).readLater;
        const signal = AbortSignal.timeout(FETCH_MS);
        return own.save({ id: call.key, ...draft }, { signal });
      },
      finish: async ({ id }, call) => (await services(call, call.key)).readLater.finish(id),
    },
    newId,
  );
}
