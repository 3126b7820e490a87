/** The first pauses grow from one second to this. */
const EARLY_MS = 2000;
const MAX_MS = 60_000;

/**
 * Returns how long to wait before a model is tried again that has been down for `downMs`, in
 * milliseconds: one to two seconds at first, later a tenth of the outage, at most a minute. So a
 * recovery is noticed within a tenth of the outage.
 */
export function retryDelay(downMs: number): number {
  const early = Math.min(EARLY_MS, Math.max(1000, downMs / 2));
  return Math.min(MAX_MS, Math.max(early, downMs / 10));
}
