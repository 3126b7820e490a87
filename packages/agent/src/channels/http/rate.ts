import type { Clock } from "../../kernel/clock.ts";

/** Counts how often something happens, by key. */
export interface Rate {
  /** Counts once more. Zero, or after how many seconds it is allowed again; then it was not counted. */
  take(key: string): number;
  /** The same without counting. */
  look(key: string): number;
}

interface Bucket {
  left: number;
  at: number;
}

/** So many keys are remembered; of more, those that came last. */
const MAX_KEYS = 10_000;
const MINUTE_MS = 60_000;

/** Allows `perMinute` at once, and as many a minute from then on. */
export function createRate({ perMinute, clock }: { perMinute: number; clock: Clock }): Rate {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / MINUTE_MS;

  const bucketOf = (key: string, now: number): Bucket => {
    const known = buckets.get(key);
    if (!known) return { left: perMinute, at: now };
    const left = Math.min(perMinute, known.left + (now - known.at) * perMs);
    return { left, at: now };
  };
  const secondsIn = ({ left }: Bucket) => (left >= 1 ? 0 : Math.ceil((1 - left) / perMs / 1000));

  /** Behind all others, which come to be the oldest ones by that. */
  const keep = (key: string, bucket: Bucket) => {
    buckets.delete(key);
    buckets.set(key, bucket);
    const [oldest] = buckets.size > MAX_KEYS ? buckets.keys() : [];
    if (oldest !== undefined) buckets.delete(oldest);
  };
  return {
    look: (key) => secondsIn(bucketOf(key, clock.now())),
    take(key) {
      const now = clock.now();
      const bucket = bucketOf(key, now);
      const seconds = secondsIn(bucket);
      if (seconds === 0) bucket.left -= 1;
      keep(key, bucket);
      return seconds;
    },
  };
}
