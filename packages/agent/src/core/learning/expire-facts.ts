import { endFacts } from "../../memory/facts.ts";
import type { ExtractionDeps } from "./extraction-deps.ts";

/** Facts of a session end some days after it, so that looking now and then is enough. */
const LOOK_AGAIN_MS = 60 * 60_000;

/** Puts facts aside whose time is over. */
export async function expireFacts(deps: ExtractionDeps): Promise<number> {
  const { store, clock, log } = deps;
  const ended = await endFacts(deps);
  if (ended > 0) {
    log.debug("facts expired", { facts: ended });
    return 0;
  }
  const next = await store.read.facts.nextEnd();
  return next === undefined ? LOOK_AGAIN_MS : Math.min(LOOK_AGAIN_MS, next - clock.now());
}
