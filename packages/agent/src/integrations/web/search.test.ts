import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { FaultCode, WebSearch, WebTopic } from "@reeve/sdk";
import { describe, expect, test } from "vitest";
import { Secret } from "../../platform/secret.ts";
import { createBrave } from "./brave.ts";
import { createSearxng } from "./searxng.ts";
import { createTavily } from "./tavily.ts";
import { serve } from "./testing/serve.ts";

const signal = new AbortController().signal;
const apiKey = new Secret("key-1");

const engines: Readonly<
  Record<"Tavily" | "Brave" | "SearXNG", (url: string, timeoutMs?: number) => WebSearch>
> = {
  Tavily: (baseUrl, timeoutMs = 5_000) => createTavily({ apiKey, baseUrl, timeoutMs }),
  Brave: (baseUrl, timeoutMs = 5_000) => createBrave({ apiKey, baseUrl, timeoutMs }),
  SearXNG: (url, timeoutMs = 5_000) => createSearxng({ url, timeoutMs }),
};

interface Asked {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly body: unknown;
  readonly authorization: string | undefined;
  readonly token: unknown;
}

/** A provider that answers everyone with `body`, and what it was asked. */
async function provider(body: unknown, status = 200) {
  const asked: Asked[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method, url, headers } = request;
    const sent = await text(request);
    asked.push({
      method,
      url,
      body: sent === "" ? undefined : JSON.parse(sent),
      authorization: headers.authorization,
      token: headers["x-subscription-token"],
    });
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  const server = await serve((request, response) => void answer(request, response));
  return { asked, url: server.url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

function ask(engine: WebSearch, topic: WebTopic = "general", count = 2) {
  return engine.search("tide & time", { count, topic, signal });
}

test("Tavily is asked for pages and an answer", async () => {
  await using tavily = await provider({
    query: "tide & time",
    answer: "Twice a day.",
    images: [],
    results: [
      {
        title: "Tides",
        url: "https://a.example/",
        content: "High &amp; low.",
        score: 0.9,
        raw_content: null,
        published_date: "Mon, 20 Jan 2025 23:30:00 GMT",
      },
      { title: "", url: "https://b.example/", content: "More.", score: 0.5 },
    ],
    response_time: "1.1",
  });
  expect(await ask(engines.Tavily(tavily.url), "finance")).toEqual({
    answer: "Twice a day.",
    results: [
      {
        title: "Tides",
        url: "https://a.example/",
        snippet: "High & low.",
        publishedAt: "2025-01-20",
      },
      { title: "https://b.example/", url: "https://b.example/", snippet: "More." },
    ],
  });
  expect(tavily.asked).toEqual([
    {
      method: "POST",
      url: "/search",
      body: {
        query: "tide & time",
        max_results: 2,
        topic: "finance",
        search_depth: "basic",
        include_answer: true,
      },
      authorization: "Bearer key-1",
      token: undefined,
    },
  ]);
});

test("Brave is asked for pages, and for news at another address", async () => {
  const results = [
    {
      title: "The <strong>Tide</strong>",
      url: "https://a.example/",
      description: "It&#x27;s <strong>high</strong>.",
      page_age: "2025-01-20T23:30:00",
      age: "2 days ago",
    },
    { title: "Time", url: "https://b.example/", description: null },
  ];
  const found = {
    results: [
      {
        title: "The Tide",
        url: "https://a.example/",
        snippet: "It's high.",
        publishedAt: "2025-01-20",
      },
      { title: "Time", url: "https://b.example/", snippet: "" },
    ],
  };
  await using web = await provider({ type: "search", web: { type: "search", results } });
  await using news = await provider({ type: "news", results });

  expect(await ask(engines.Brave(web.url), "finance")).toEqual(found);
  expect(await ask(engines.Brave(news.url), "news")).toEqual(found);

  const common = { method: "GET", body: undefined, authorization: undefined, token: "key-1" };
  const query = "q=tide+%26+time&count=2";
  expect(web.asked).toEqual([{ ...common, url: `/res/v1/web/search?${query}` }]);
  expect(news.asked).toEqual([{ ...common, url: `/res/v1/news/search?${query}` }]);
});

test("Brave finds nothing where it sends no results", async () => {
  await using brave = await provider({ type: "search", query: {} });
  expect(await ask(engines.Brave(brave.url))).toEqual({ results: [] });
});

test.each([
  ["text", ["Twice a day."], { answer: "Twice a day." }],
  ["an object", [{ answer: "Twice a day.", url: null }], { answer: "Twice a day." }],
  ["nothing", [], {}],
  ["what nobody knows", [{ image: "x" }], {}],
])("SearXNG is asked for JSON, and may answer with %s", async (_what, answers, answer) => {
  await using searxng = await provider({
    query: "tide & time",
    number_of_results: 0,
    answers,
    results: [
      {
        title: "Tides",
        url: "https://a.example/",
        content: "High and low.",
        publishedDate: "2025-01-20T00:00:00",
      },
      { title: "Local", url: "file:///etc/passwd", content: "" },
      { title: "Time", url: "https://b.example/", content: "b", publishedDate: null },
      { title: "Third", url: "https://c.example/", content: "c" },
    ],
  });
  expect(await ask(engines.SearXNG(`${searxng.url}/sub/`), "news")).toEqual({
    ...answer,
    results: [
      {
        title: "Tides",
        url: "https://a.example/",
        snippet: "High and low.",
        publishedAt: "2025-01-20",
      },
      { title: "Time", url: "https://b.example/", snippet: "b" },
    ],
  });
  expect(searxng.asked).toEqual([
    {
      method: "GET",
      url: "/sub/search?q=tide+%26+time&format=json&categories=news",
      body: undefined,
      authorization: undefined,
      token: undefined,
    },
  ]);
});

describe.each(["Tavily", "Brave", "SearXNG"] as const)("%s", (name) => {
  const createEngine = engines[name];

  test.each<[number, FaultCode]>([
    [400, "invalid"],
    [401, "denied"],
    [403, "denied"],
    [402, "exhausted"],
    [429, "exhausted"],
    [432, "exhausted"],
    [500, "unavailable"],
    [503, "unavailable"],
  ])("answers with status %i, and that is %s", async (status, code) => {
    await using failing = await provider({ detail: { error: "no" } }, status);
    await expect(ask(createEngine(failing.url))).rejects.toMatchObject({
      code,
      message: `${name} returned status ${status}.`,
      hint: expect.stringMatching(/\.$/),
    });
  });

  test.each(["<html>", '{"results": "none"}', "null", '{"results":[{"title":"x"}]}'])(
    "answers with %s, and that is no result",
    async (body) => {
      await using strange = await provider(body);
      await expect(ask(createEngine(strange.url))).rejects.toMatchObject({ code: "unavailable" });
    },
  );

  test("does not answer in time, and the owner is told where to look", async () => {
    await using server = await serve(() => {});
    await expect(ask(createEngine(server.url, 20))).rejects.toMatchObject({
      code: "unavailable",
      message: `${name} did not respond within 0.02 seconds.`,
    });
  });

  test("cannot be reached", async () => {
    const server = await serve(() => {});
    await server[Symbol.asyncDispose]();
    await expect(ask(createEngine(server.url))).rejects.toMatchObject({
      code: "unavailable",
      message: `${name} could not be reached.`,
    });
  });

  test("leads elsewhere, and the key does not follow", async () => {
    await using elsewhere = await serve((_request, response) => response.end("{}"));
    await using server = await serve((_request, response) =>
      response.writeHead(307, { location: elsewhere.url }).end(),
    );
    await expect(ask(createEngine(server.url))).rejects.toMatchObject({ code: "unavailable" });
    expect(elsewhere.requests).toEqual([]);
  });

  test("is not waited for when the call is stopped", async () => {
    const stop = new AbortController();
    await using server = await serve(() => stop.abort());
    const engine = createEngine(server.url);
    const searching = engine.search("x", { count: 1, topic: "general", signal: stop.signal });
    await expect(searching).rejects.toMatchObject({ code: "aborted" });
  });
});
