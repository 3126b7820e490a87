import { endFacts } from "../../memory/facts.ts";
import type { WorkKind } from "../../work/run-work.ts";
import { withRetries } from "../../work/with-retries.ts";
import type { ExtractionDeps, Extraction, ExtractionSource } from "./extraction-deps.ts";
import { extractionOfChats } from "./extract-from-chat.ts";
import { profileRewrites } from "./rewrite-profile.ts";

/** Facts and profiles become due by time alone, so that looking now and then is enough. */
const LOOK_AGAIN_MS = 60 * 60_000;

/**
 * Learns from turns that have ended, from those that an earlier process left behind first. Nobody
 * waits for it; the raw log stays the truth.
 */
export function factWork(deps: ExtractionDeps): WorkKind<Extraction> {
  const { clock, wakeup } = deps;
  const sources = [endedFacts(deps), extractionOfChats(deps), profileRewrites(deps)];
  return withRetries(
    {
      name: "facts",
      wakeup,
      async list({ now, limit }) {
        const extractions = await Promise.all(sources.map((source) => source.due(now, limit)));
        return extractions.flat();
      },
      async nextDue() {
        const now = clock.now();
        const times = await Promise.all(sources.map((source) => source.nextDue(now)));
        return Math.min(now + LOOK_AGAIN_MS, ...times.filter((at) => at !== undefined));
      },
      run: (extraction, signal) => extraction.run(signal),
      skip: async (tx, { turns = [] }) => tx.turns.markExtracted(turns),
    },
    deps,
  );
}

/** Puts facts aside whose time is over. */
export function endedFacts(deps: ExtractionDeps): ExtractionSource {
  const { store, clock, log } = deps;
  // The end of a session ends facts, too, some days later.
  let lookedAt = -Infinity;
  const run = async () => {
    lookedAt = clock.now();
    const ended = await endFacts(deps);
    if (ended > 0) log.debug("facts expired", { facts: ended });
  };
  const nextDue = async () =>
    Math.min((await store.read.facts.nextEnd()) ?? Infinity, lookedAt + LOOK_AGAIN_MS);
  return {
    nextDue,
    due: async (now) => ((await nextDue()) <= now ? [{ id: "ended-facts", run }] : []),
  };
}
