import { z } from "zod";

/** Connection that the tools in this folder need. */
export const FEEDS = "the news feeds";

/** Creates the parameter for the URL of a feed; `what` describes it. */
export function feedUrl(what: string) {
  return z
    .string()
    .trim()
    .max(2_000)
    .regex(/^https?:\/\/\S+$/i, "a URL starts with http:// or https://")
    .describe(what);
}

/** Creates the parameter for the subject that feeds are grouped by; `what` names its purpose. */
export function topic(what: string) {
  return z.string().trim().min(1).max(100).describe(`${what}, such as "technology".`);
}

/** Creates the parameter for the maximum number of items. */
export function limit() {
  return z.number().int().min(1).max(100).default(20).describe("Maximum number of items.");
}
