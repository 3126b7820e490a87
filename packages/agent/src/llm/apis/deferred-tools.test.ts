import { afterEach, beforeEach, expect, test } from "vitest";
import { Secret } from "../../platform/secret.ts";
import type { Message, ModelRequest, ModelResponse, ToolDefinition } from "../model.ts";
import { collectEvents } from "../testing/collect-events.ts";
import { type MockServer, startMockServer } from "../testing/mock-server.ts";
import { createModel } from "./create-model.ts";

const clock = { now: () => Date.UTC(2026, 10, 21) };
const query = { type: "object", properties: { query: { type: "string" } }, required: ["query"] };
const city = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const nothing = { type: "object", properties: {}, additionalProperties: false };
const search = { name: "tool_search", summary: "Finds tools.", params: query };
const weather = { name: "weather_get", summary: "Tells the weather.", params: city };
const note = { name: "note_list", summary: "Lists notes.", params: nothing };
const fresh = { name: "new_tool", summary: "Is new.", params: nothing };
const inOslo = { name: "weather_get", args: { city: "Oslo" } };

const asked: Message = { role: "user", text: "Rain?", found: ["weather_get", "gone_tool"] };
const request: ModelRequest = {
  id: "r1",
  system: ["STABLE"],
  messages: [asked],
  tools: [search],
  deferred: [weather, note],
  maxTokens: 500,
  cache: { key: "session-1", breakpoints: [{ after: "tail" }] },
};

let server: MockServer;
beforeEach(async () => {
  server = await startMockServer();
});
afterEach(() => server[Symbol.asyncDispose]());

async function think(provider: string, model: string, said = request): Promise<ModelResponse> {
  const choice = { provider, model, baseUrl: `${server.url}/v1`, key: new Secret("key-1") };
  const last = (await collectEvents(createModel(choice, { entry: undefined, clock }), said)).at(-1);
  if (last?.type !== "done") throw new Error(`It ended with ${JSON.stringify(last)}`);
  return last.response;
}

/** The request after the one that was answered with a thought, whose only call came to `text`. */
function nextRequest({ text, calls, meta }: ModelResponse, result: string): ModelRequest {
  const [name = ""] = calls.map((call) => call.name);
  const answer: Message[] = [
    { role: "assistant", text, calls: calls.map((call) => ({ id: "call-1", ...call })), meta },
    { role: "tool", call: "call-1", name, text: result, isError: false },
  ];
  return { ...request, messages: [...request.messages, ...answer] };
}

const noUsage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };
const bodyAt = (at: number) => server.requests[at]?.body ?? {};
/** A definition as the answer to a search. */
function define({ name, summary, params }: ToolDefinition) {
  return {
    type: "function",
    name,
    description: summary,
    parameters: { required: [], ...params, additionalProperties: false },
    strict: true,
    defer_loading: true,
  };
}

const mark = { cache_control: { type: "ephemeral" } };

test("anthropic: deferred tools stand in the list, and what is found is referred to", async () => {
  const wanted = { name: "tool_search", args: { query: "notes" } };
  server.push({ calls: [wanted] }, { calls: [inOslo] });
  const first = await think("anthropic", "claude-sonnet-5-5");
  expect(first.calls).toEqual([wanted]);
  const found = JSON.stringify({ tools: [note, weather] });
  const second = await think("anthropic", "claude-sonnet-5-5", nextRequest(first, found));
  expect(second.calls).toEqual([inOslo]);

  expect(bodyAt(1)).toEqual({
    model: "claude-sonnet-5-5",
    max_tokens: 500,
    system: [{ type: "text", text: "STABLE" }],
    messages: [
      { role: "user", content: [{ type: "text", text: "Rain?" }] },
      {
        role: "assistant",
        content: [
          {
            type: "tool_use",
            id: "found-0",
            name: "tool_search",
            input: { query: "what this message needs" },
          },
        ],
      },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "found-0",
            content: [{ type: "tool_reference", tool_name: "weather_get" }],
            ...mark,
          },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "tool_use", id: "call-1", name: "tool_search", input: { query: "notes" } },
        ],
      },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "call-1",
            content: [
              { type: "tool_reference", tool_name: "note_list" },
              { type: "tool_reference", tool_name: "weather_get" },
            ],
            ...mark,
          },
        ],
      },
    ],
    tools: [
      { name: "tool_search", description: "Finds tools.", input_schema: query },
      {
        name: "weather_get",
        description: "Tells the weather.",
        input_schema: city,
        defer_loading: true,
      },
      {
        name: "note_list",
        description: "Lists notes.",
        input_schema: nothing,
        defer_loading: true,
      },
    ],
    stream: true,
  });
});

test("anthropic: a tool that appeared since is told in words, with those beside it", async () => {
  const found = JSON.stringify({ tools: [weather, fresh] });
  const messages = nextRequest(
    { text: "", calls: [{ name: "tool_search", args: { query: "x" } }], usage: noUsage },
    found,
  );
  await think("anthropic", "claude-sonnet-5-5", messages);
  expect(JSON.stringify(bodyAt(0)["messages"])).toContain(JSON.stringify(found));
});

test("openai: the model searches by the protocol's own tool, and gets definitions", async () => {
  const wanted = { name: "tool_search", args: { query: "notes" } };
  server.push({ calls: [{ ...wanted, isSearch: true }] }, { calls: [inOslo] });
  const first = await think("openai", "gpt-6.1-sol");
  expect(first).toMatchObject({ calls: [wanted], stop: "tool" });
  const found = JSON.stringify({ tools: [note, fresh] });
  const second = await think("openai", "gpt-6.1-sol", nextRequest(first, found));
  expect(second.calls).toEqual([inOslo]);

  expect(bodyAt(1)).toMatchObject({
    input: [
      { role: "developer", content: "STABLE" },
      { role: "user", content: [{ type: "input_text", text: "Rain?" }] },
      {
        type: "tool_search_call",
        execution: "client",
        call_id: "found-0",
        status: "completed",
        arguments: { query: "what this message needs" },
      },
      {
        type: "tool_search_output",
        execution: "client",
        call_id: "found-0",
        status: "completed",
        tools: [define(weather)],
      },
      {
        type: "tool_search_call",
        execution: "client",
        call_id: "call-1",
        status: "completed",
        arguments: { query: "notes" },
      },
      {
        type: "tool_search_output",
        execution: "client",
        call_id: "call-1",
        status: "completed",
        tools: [define(note), define(fresh)],
      },
    ],
    tools: [{ type: "tool_search", execution: "client", description: "Finds tools." }],
  });
  expect(JSON.stringify(bodyAt(1)["input"])).not.toContain('"id":');
});

test("openai: a search that failed or was cut is answered like one that found nothing", async () => {
  const calls = [{ name: "tool_search", args: { query: "x" } }];
  await think(
    "openai",
    "gpt-6.1-sol",
    nextRequest({ text: "", calls, usage: noUsage }, '{"tools":[{"na …'),
  );
  expect(bodyAt(0)["input"]).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ type: "tool_search_output", call_id: "call-1", tools: [] }),
    ]),
  );
});

test.each([
  ["anthropic", "claude-opus-4-1"],
  ["openai", "gpt-5.2"],
  ["openai", "gpt-5.4-nano"],
  ["xai", "grok-4.7"],
  ["minimax", "MiniMax-M3"],
  ["groq", "openai/gpt-oss-120b"],
])("%s: %s is told in words of what was found", async (provider, model) => {
  await think(provider, model);
  const { tools, ...said } = bodyAt(0);
  expect(JSON.stringify(tools)).toContain('"tool_search"');
  expect(JSON.stringify(tools)).not.toContain("weather_get");
  const told = `<context type="tools">\nCall these with tool_call:\nweather_get(city): Tells the weather.\n</context>\nRain?`;
  expect(JSON.stringify(said)).toContain(JSON.stringify(told));
  expect(JSON.stringify(said)).not.toContain("found-0");
});

test("the arguments of a tool that was found are its own", async () => {
  const params = { ...city, properties: { ...city.properties, day: { type: "string" } } };
  const deferred = [{ ...weather, params }];
  server.push({ calls: [{ name: "weather_get", args: { city: "Oslo", day: null } }] });
  const { calls } = await think("openai", "gpt-6.1-sol", { ...request, deferred });
  expect(calls).toEqual([inOslo]);
});

test.each([
  ["anthropic", "claude-sonnet-5-5"],
  ["openai", "gpt-6.1-sol"],
])("%s: a request continues the bytes of the one before", async (provider, model) => {
  const isSearch = provider === "openai";
  server.push({ calls: [{ name: "tool_search", args: { query: "notes" }, isSearch }] });
  const second = nextRequest(await think(provider, model), JSON.stringify({ tools: [note] }));
  await think(provider, model, second);
  const third: Message[] = [
    { role: "assistant", text: "Yes.", calls: [] },
    { role: "user", text: "And notes?", found: ["note_list"] },
  ];
  await think(provider, model, { ...second, messages: [...second.messages, ...third] });

  const said = server.requests.map(({ body }) => withoutMarks(body["messages"] ?? body["input"]));
  for (const [at, list] of said.entries())
    expect(JSON.stringify(list.slice(0, said[at - 1]?.length ?? 0))).toBe(
      JSON.stringify(said[at - 1] ?? []),
    );
  const lists = server.requests.map(({ body }) => JSON.stringify(body["tools"]));
  expect(new Set(lists).size).toBe(1);
});

/** A conversation as it was sent, but for the marks that move. */
function withoutMarks(list: unknown): readonly unknown[] {
  const text = JSON.stringify(list, (key, value: unknown) =>
    key === "cache_control" ? undefined : value,
  );
  return JSON.parse(text) as unknown[];
}
