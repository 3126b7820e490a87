import { z } from "zod";

/** Connection that the tools in this folder need. */
export const FEEDS = "the news feeds";

/** The address of a feed; `what` says more. */
export function feedUrl(what: string) {
  return z
    .string()
    .trim()
    .max(2_000)
    .regex(/^https?:\/\/\S+$/i, "an address begins with http:// or https://")
    .describe(what);
}

/** The subject that feeds are grouped by; `what` says to what end. */
export function topic(what: string) {
  return z.string().trim().min(1).max(100).describe(`${what}, such as "technology".`);
}

/** How many items at most. */
export function limit() {
  return z.number().int().min(1).max(100).default(20).describe("How many items at most.");
}
