import { extractFromChat } from "./extract-from-chat.ts";
import type { ExtractionDeps, ExtractionStep } from "./extraction-deps.ts";
import { rewriteProfile } from "./rewrite-profile.ts";
import { endFacts } from "../../memory/facts.ts";

/** Facts of a session end some days after it, so that looking now and then is enough. */
const LOOK_AGAIN_MS = 60 * 60_000;

const STEPS: readonly ExtractionStep[] = [expireFacts, extractFromChat, rewriteProfile];

/** How long to rest when something broke. */
const RETRY_MS = 60_000;

/**
 * Learns from turns that have ended until `signal` aborts, from those that an earlier
 * process left behind first. Nobody waits for it; the raw log stays the truth.
 */
export async function runFactExtraction(
  given: Omit<ExtractionDeps, "resting">,
  signal: AbortSignal,
): Promise<void> {
  const { wakeup, log } = given;
  const deps: ExtractionDeps = { ...given, resting: new Map() };
  const onAbort = () => wakeup.notify();
  signal.addEventListener("abort", onAbort);
  while (!signal.aborted) {
    const restMs = await takeStep(deps, signal).catch((error: unknown) => {
      if (signal.aborted) return 0;
      log.error("fact extraction failed", { error });
      return RETRY_MS;
    });
    if (restMs !== 0 && !signal.aborted) await wakeup.wait(restMs);
  }
  signal.removeEventListener("abort", onAbort);
}

/** The first step that has something to do; otherwise how long all of them rest. */
async function takeStep(deps: ExtractionDeps, signal: AbortSignal): Promise<number | undefined> {
  const rests: number[] = [];
  for (const step of STEPS) {
    const entry = await deps.quarantine.enter({ kind: "facts", id: step.name }, signal);
    let restMs: number | undefined;
    try {
      restMs = await step(deps, signal);
    } finally {
      await entry?.leave(!signal.aborted);
    }
    if (restMs === 0 || signal.aborted) return 0;
    if (restMs !== undefined) rests.push(restMs);
  }
  return rests.length > 0 ? Math.min(...rests) : undefined;
}

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
