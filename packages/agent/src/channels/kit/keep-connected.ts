import { isFault } from "@reeve/sdk";
import { attempt } from "../../kernel/attempt.ts";
import type { Log } from "../../platform/log.ts";
import { retryDelay } from "./retry-delay.ts";

export interface KeepConnectedDeps {
  /** Platform, for the log. */
  readonly platform: string;
  /** Receives the reason why no messages arrive, and `undefined` once they arrive again. */
  readonly report: (reason: string | undefined) => void;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly log: Pick<Log, "warn">;
}

/**
 * Serves until `signal` aborts. If that fails with a Fault, serves again after a pause, which grows while
 * `onUp` is not called. Rejects on bugs.
 */
export async function keepConnected(
  serve: (onUp: () => void) => Promise<void>,
  { platform, report, pause, log }: KeepConnectedDeps,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  let last: string | undefined;
  const onUp = () => {
    failures = 0;
    last = undefined;
    report(undefined);
  };
  while (!signal.aborted) {
    const ended = await attempt(serve(onUp));
    if (signal.aborted || ended.status === "fulfilled") continue;
    const error: unknown = ended.reason;
    if (!isFault(error)) throw error;
    failures += 1;
    report(error.message);
    if (last !== error.message)
      log.warn(`failed to connect to ${platform}`, { reason: error.message, hint: error.hint });
    last = error.message;
    await pause(retryDelay(failures), signal);
  }
}
