/** By what usage is summed up. */
export const USAGE_KEYS = [
  "day",
  "model",
  "purpose",
  "person",
  "place",
  "agent",
  "session",
  "tool",
] as const;

/** One of `USAGE_KEYS`. */
export type UsageKey = (typeof USAGE_KEYS)[number];
