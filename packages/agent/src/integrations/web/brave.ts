import type { WebSearch } from "@reeve/sdk";
import { z } from "zod";
import { requestJson } from "./request-json.ts";
import { toResults } from "./to-results.ts";
import type { KeyedSearch } from "./tavily.ts";

const braveResults = z.array(
  z.object({
    title: z.string().nullish(),
    url: z.string(),
    description: z.string().nullish(),
    page_age: z.string().nullish(),
  }),
);

/** https://api-dashboard.search.brave.com/api-reference/web/search/get, and …/news/news_search/get */
const braveAnswer = z.object({
  web: z.object({ results: braveResults }).nullish(),
  results: braveResults.nullish(),
});

/** Brave takes no longer question. */
const MAX_QUERY_CHARS = 400;

/** Searches with Brave: the web, or the news. It knows no topic of finance. */
export function createBrave({
  apiKey,
  baseUrl = "https://api.search.brave.com",
  timeoutMs,
}: KeyedSearch): WebSearch {
  return {
    async search(query, { count, topic, signal }) {
      const kind = topic === "news" ? "news" : "web";
      const url = new URL(`/res/v1/${kind}/search`, baseUrl);
      url.searchParams.set("q", query.slice(0, MAX_QUERY_CHARS));
      url.searchParams.set("count", String(count));
      const { web, results } = await requestJson(url, {
        provider: "Brave",
        headers: { "x-subscription-token": apiKey.reveal() },
        schema: braveAnswer,
        deniedHint: "Tell the owner to check web.apiKey: Brave rejected the key.",
        timeoutMs,
        signal,
      });
      const found = (web?.results ?? results ?? []).map(({ description, page_age, ...page }) => ({
        title: page.title,
        url: page.url,
        snippet: description,
        published: page_age,
      }));
      return { results: toResults(found, count) };
    },
  };
}
