import type { WebSearch } from "@reeve/sdk";
import { z } from "zod";
import { requestJson } from "./request-json.ts";
import { toResults } from "./to-results.ts";

/** https://docs.searxng.org/dev/search_api.html; newer versions answer with objects. */
const searxngAnswer = z.object({
  answers: z.array(z.union([z.string(), z.object({ answer: z.string() })])).catch([]),
  results: z.array(
    z.object({
      title: z.string().nullish(),
      url: z.string(),
      content: z.string().nullish(),
      publishedDate: z.string().nullish(),
    }),
  ),
});

/** Searches with a SearXNG of one's own, which needs no key. It knows no topic of finance. */
export function createSearxng({
  url,
  timeoutMs,
}: {
  readonly url: string;
  readonly timeoutMs: number;
}): WebSearch {
  return {
    async search(query, { count, topic, signal }) {
      const target = new URL(`${url.replace(/\/+$/, "")}/search`);
      target.searchParams.set("q", query);
      target.searchParams.set("format", "json");
      target.searchParams.set("categories", topic === "news" ? "news" : "general");
      const { answers, results } = await requestJson(target, {
        provider: "SearXNG",
        headers: {},
        schema: searxngAnswer,
        deniedHint: "Tell the owner to add json to search.formats in SearXNG's settings.yml.",
        timeoutMs,
        signal,
      });
      const [first] = answers;
      const answer = typeof first === "object" ? first.answer : first;
      const found = results.map(({ content, publishedDate, ...page }) => ({
        title: page.title,
        url: page.url,
        snippet: content,
        published: publishedDate,
      }));
      return { ...(answer && { answer }), results: toResults(found, count) };
    },
  };
}
