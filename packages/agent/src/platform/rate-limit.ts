import type { Clock } from "../kernel/clock.ts";

export interface RateLimitOptions {
  readonly max: number;
  readonly withinMs: number;
  readonly clock: Clock;
}

/** Limit on how often something happens under a key. It remembers nothing over a restart. */
export interface RateLimit {
  /** Counts one more; false, and nothing is counted, if there were too many. */
  take(key: string): boolean;
}

export function createRateLimit({ max, withinMs, clock }: RateLimitOptions): RateLimit {
  const taken = new Map<string, readonly number[]>();
  return {
    take(key) {
      const now = clock.now();
      for (const [other, times] of taken)
        if ((times.at(-1) ?? 0) <= now - withinMs) taken.delete(other);
      const recent = (taken.get(key) ?? []).filter((at) => at > now - withinMs);
      if (recent.length >= max) return false;
      taken.set(key, [...recent, now]);
      return true;
    },
  };
}
