import { z } from "zod";
import { secret } from "../platform/secret.ts";

/** Maximum size of one page, in bytes. */
export const MAX_PAGE_BYTES = 5 * 1024 * 1024;

/** Maximum number of redirects per page. */
export const MAX_REDIRECTS = 5;

/** The `web` section of the config. */
export const webConfig = z
  .object({
    searchProvider: z
      .enum(["tavily", "brave", "searxng", "none"])
      .default("none")
      .describe("The web search provider. none: the agent can fetch pages, but not search."),
    apiKey: secret().optional().describe("The API key for Tavily or Brave. SearXNG needs none."),
    searxngUrl: z
      .url({ protocol: /^https?$/, error: 'it must be a URL, such as "http://127.0.0.1:8888"' })
      .optional()
      .describe("The URL of your SearXNG server. Its settings must allow the json format."),
    blockedPorts: z
      .array(z.int().min(1).max(65_535))
      .default([10_000])
      .describe(
        "Ports that web_fetch may not use, in addition to all ports below 1024 except 80 and 443. Port 10000 is used by Cocoon.",
      ),
  })
  .superRefine(({ searchProvider, apiKey, searxngUrl }, context) => {
    if ((searchProvider === "tavily" || searchProvider === "brave") && !apiKey) {
      const message = `${searchProvider} needs a key: set web.apiKey first`;
      context.addIssue({ code: "custom", path: ["searchProvider"], message });
    }
    if (searchProvider === "searxng" && searxngUrl === undefined) {
      const message = "searxng needs a URL: set web.searxngUrl first";
      context.addIssue({ code: "custom", path: ["searchProvider"], message });
    }
  });

export type WebConfig = z.output<typeof webConfig>;
