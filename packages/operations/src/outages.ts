/**
 * Why a model does not answer. `key`, `credit` and `model` (unknown, or not allowed for the key) last
 * until the owner does something; the others may pass by themselves.
 */
export const OUTAGE_CAUSES = [
  "key",
  "credit",
  "model",
  "rate",
  "overloaded",
  "server",
  "network",
  "timeout",
] as const;

export type OutageCause = (typeof OUTAGE_CAUSES)[number];
