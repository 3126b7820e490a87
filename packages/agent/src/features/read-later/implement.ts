import type { NewId } from "../../kernel/ids.ts";
import type { Implementation } from "../../operations/control.ts";
import { type Call, implement } from "../../operations/implement.ts";
import { cutPage, MAX_ROWS } from "../../operations/pages.ts";
import { readLater } from "@reeve/operations/memory/read-later";
import type { ReadLater } from "./read-later.ts";

/** How long the page of an address may take. */
const FETCH_MS = 20_000;

export interface ReadLaterOperationsDeps {
  /** Reading list of the caller. */
  readonly readLaterOf: (call: Call) => Promise<ReadLater>;
  readonly newId: NewId;
}

export function createReadLaterOperations({
  readLaterOf,
  newId,
}: ReadLaterOperationsDeps): Implementation {
  return implement(
    readLater,
    {
      async list({ status, tag, ...page }, call) {
        const found = await (await readLaterOf(call)).list({ status, tag, limit: MAX_ROWS });
        return cutPage(found, page, ({ id }) => id);
      },
      async save(draft, call) {
        const own = await readLaterOf(call);
        const signal = AbortSignal.timeout(FETCH_MS);
        return own.save({ id: call.key, ...draft }, { signal });
      },
      finish: async ({ id }, call) => (await readLaterOf(call)).finish(id),
    },
    newId,
  );
}
