import type { WebSearch } from "@reeve/sdk";
import { z } from "zod";
import type { Secret } from "../../platform/secret.ts";
import { requestJson } from "./request-json.ts";
import { toResults } from "./to-results.ts";

export interface KeyedSearch {
  readonly apiKey: Secret;
  /** The provider's own, unless a test stands in for it. */
  readonly baseUrl?: string | undefined;
  readonly timeoutMs: number;
}

/** https://docs.tavily.com/documentation/api-reference/endpoint/search */
const tavilyAnswer = z.object({
  answer: z.string().nullish(),
  results: z.array(
    z.object({
      title: z.string().nullish(),
      url: z.string(),
      content: z.string().nullish(),
      published_date: z.string().nullish(),
    }),
  ),
});

/** Searches with Tavily, which also answers in a sentence. */
export function createTavily({
  apiKey,
  baseUrl = "https://api.tavily.com",
  timeoutMs,
}: KeyedSearch): WebSearch {
  return {
    async search(query, { count, topic, signal }) {
      const { answer, results } = await requestJson(new URL("/search", baseUrl), {
        provider: "Tavily",
        headers: { authorization: `Bearer ${apiKey.reveal()}` },
        body: { query, max_results: count, topic, search_depth: "basic", include_answer: true },
        schema: tavilyAnswer,
        deniedHint: "Tell the owner to check web.apiKey: Tavily rejected the key.",
        timeoutMs,
        signal,
      });
      const found = results.map(({ title, url, content, published_date }) => ({
        title,
        url,
        snippet: content,
        published: published_date,
      }));
      return { ...(answer && { answer }), results: toResults(found, count) };
    },
  };
}
