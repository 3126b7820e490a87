/** Returns how long after an outage an answer may come, in milliseconds: a tenth of the outage, from 5 to 60 seconds. */
export function recoveryLimit(outageMs: number): number {
  return Math.min(60_000, Math.max(5000, outageMs / 10));
}
