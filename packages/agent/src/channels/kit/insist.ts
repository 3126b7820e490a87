import { attempt } from "../../kernel/attempt.ts";
import type { Log } from "../../platform/log.ts";
import { MAX_TRIES } from "./dead-letters.ts";
import { retryDelay } from "./retry-delay.ts";

export interface InsistDeps {
  /** Stores an update that failed again and again. Returns false, or rejects, if that fails, too. */
  readonly putAside: (error: unknown) => Promise<boolean>;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly log: Pick<Log, "warn">;
  readonly signal: AbortSignal;
}

/**
 * Repeats the storing of an update until it is stored, or put aside after six attempts. Returns false if
 * `signal` aborts before: the platform must then report the update again.
 */
export async function insist(
  store: () => Promise<void>,
  { putAside, pause, log, signal }: InsistDeps,
): Promise<boolean> {
  for (let tries = 1; !signal.aborted; tries += 1) {
    const stored = await attempt(store());
    if (stored.status === "fulfilled") return true;
    log.warn("failed to store update", { error: stored.reason });
    if (tries >= MAX_TRIES && (await putAside(stored.reason))) return true;
    await pause(retryDelay(tries), signal);
  }
  return false;
}
