import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../../platform/log.ts";
import type { Lease } from "../../store/messages/chats.ts";
import { attempt } from "../../kernel/attempt.ts";
import { LEASE_MS, leaseEnd } from "./commit-with-lease.ts";
import type { TurnDeps } from "./deps.ts";

export interface LeasedDeps extends Pick<TurnDeps, "store" | "clock"> {
  readonly log: Pick<Log, "warn">;
  /** Resolves after so many milliseconds, or when `signal` aborts. Default: a timer. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Two renewals may fail before the lease ends. */
const RENEW_MS = LEASE_MS / 3;

/**
 * Does work in a leased chat and renews the lease meanwhile, since a single step may take longer than
 * it. The work's signal aborts with `signal`, and when another worker has taken over the chat.
 */
export async function whileLeased<Result>(
  lease: Lease,
  work: (signal: AbortSignal) => Promise<Result>,
  { signal, ...deps }: LeasedDeps & { readonly signal: AbortSignal },
): Promise<Result> {
  // Leases of a store that is ours alone do not end.
  if (deps.store.isExclusive) return work(signal);
  const done = new AbortController();
  const lost = new AbortController();
  const renewing = renew(lease, deps, done.signal).then((isLost) => isLost && lost.abort());
  try {
    return await work(AbortSignal.any([signal, lost.signal]));
  } finally {
    done.abort();
    await renewing;
  }
}

/** Renews a lease until `done` aborts; answers whether it was lost. */
async function renew(
  lease: Lease,
  { store, clock, log, pause = untilOver }: LeasedDeps,
  done: AbortSignal,
): Promise<boolean> {
  for (;;) {
    await pause(RENEW_MS, done);
    if (done.aborted) return false;
    const until = leaseEnd(store, clock.now());
    const renewed = await attempt(
      store.commit("claim", (tx) => tx.chats.extendLease(lease, until)),
    );
    if (renewed.status === "fulfilled" && !renewed.value) return !done.aborted;
    if (renewed.status === "rejected")
      log.warn("failed to renew a lease", { chat: lease.chat, error: renewed.reason });
  }
}

async function untilOver(ms: number, signal: AbortSignal): Promise<void> {
  // An abort ends the pause early; it is the only way this timer can fail.
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
