import type { Store } from "../../store/store.ts";
import { retireFact } from "./retire-fact.ts";

/** Time in milliseconds for which a session fact is remembered after the session has ended. */
const INTERVAL_MS = 7 * 24 * 60 * 60 * 1000;
const AT_ONCE = 100;

/** Retires facts that have expired at `now`; returns their number. */
export async function expireFacts(
  store: Pick<Store, "read" | "commit">,
  now: number,
): Promise<number> {
  const over = await store.read.facts.expired({ now, restMs: INTERVAL_MS, limit: AT_ONCE });
  if (over.length === 0) return 0;
  await store.commit("learn", async (tx) => {
    for (const fact of over)
      await retireFact(tx, fact, { state: "expired", validUntil: fact.validUntil ?? now });
  });
  return over.length;
}
