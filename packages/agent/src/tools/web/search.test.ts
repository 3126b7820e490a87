import type { Web, WebSearch } from "@reeve/sdk";
import { expect, test } from "vitest";
import { createToolbox } from "../toolbox.ts";
import { callContext } from "../testing/contexts.ts";
import { webFetch } from "./fetch.ts";
import { webSearch } from "./search.ts";

const answer = {
  answer: "Twice a day.",
  results: [{ title: "Tides", url: "https://a.example/", snippet: "s", publishedAt: "2025-01-20" }],
};

const unusedWeb: Web = { fetch: () => Promise.reject(new Error("unused")) };

test("asks the engine, by default for five pages on anything", async () => {
  const asked: unknown[] = [];
  const engine: WebSearch = {
    async search(query, options) {
      asked.push({ query, ...options });
      return answer;
    },
  };
  const context = { ...callContext(), webSearch: engine };
  const search = (args: unknown) => webSearch.run(webSearch.params.parse(args), context);

  expect(await search({ query: " tide " })).toEqual(answer);
  await search({ query: "tide", count: 20, topic: "news" });

  const { signal } = context;
  expect(asked).toEqual([
    { query: "tide", count: 5, topic: "general", signal },
    { query: "tide", count: 20, topic: "news", signal },
  ]);
});

test("without an engine there is no search, but pages can be read", () => {
  const { tools } = createToolbox([webFetch, webSearch], { web: () => unusedWeb });
  expect(tools.map(({ name }) => name)).toEqual(["web_fetch"]);
});
