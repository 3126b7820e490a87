import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Secret } from "../../platform/secret.ts";
import type { ModelEvent, ModelRequest } from "../model.ts";
import { findProvider, PROVIDERS, type ProviderName } from "../providers.ts";
import { collectEvents } from "../testing/collect-events.ts";
import { type MockServer, startMockServer } from "../testing/mock-server.ts";
import { OVERFLOW_WORDING } from "../testing/overflow-wording.ts";
import { createModel } from "./create-model.ts";

const clock = { now: () => Date.UTC(2026, 10, 21) };
const weather = {
  name: "weather_get",
  summary: "Tells the weather.",
  params: {
    type: "object",
    properties: { city: { type: "string" }, day: { type: "string" } },
    required: ["city"],
  },
};
const request: ModelRequest = {
  id: "r1",
  system: ["Be brief.", "Today is a day."],
  messages: [{ role: "user", text: "Is it raining?" }],
  tools: [weather],
  maxTokens: 500,
  temperature: 0.5,
};
const inOslo = { name: "weather_get", args: { city: "Oslo" } };
const inRome = { name: "weather_get", args: { city: "Rome", day: "today" } };

let server: MockServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-keys-"));
  const claudeAiOauth = { accessToken: "token", expiresAt: clock.now() + 1000 };
  await writeFile(path.join(folder, "keys.json"), JSON.stringify({ claudeAiOauth }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  server = await startMockServer();
});
afterEach(() => server[Symbol.asyncDispose]());

function modelOf(name: ProviderName, timeouts = { firstTokenMs: 20_000, idleMs: 20_000 }) {
  const { model = "mock-1" } = findProvider(name);
  return createModel(
    { provider: name, model, baseUrl: `${server.url}/v1`, key: new Secret("key") },
    { entry: undefined, clock, timeouts, keyFile: path.join(folder, "keys.json") },
  );
}

function endOf(events: readonly ModelEvent[]): ModelEvent | undefined {
  expect(events.filter(({ type }) => type !== "text")).toHaveLength(1);
  return events.at(-1);
}

function textOf(events: readonly ModelEvent[]): string {
  return events.map((event) => (event.type === "text" ? event.delta : "")).join("");
}

async function answerOf(name: ProviderName): Promise<ModelEvent | undefined> {
  return endOf(await collectEvents(modelOf(name), request));
}

/** Calls as a model of this provider writes them. */
function callsOf(name: ProviderName, calls: readonly { name: string; args: unknown }[]) {
  if (findProvider(name).api !== "cocoon-xml") return { calls };
  const texts = calls.map(
    ({ name: tool, args }) =>
      `<tool_call>\n${JSON.stringify({ name: tool, arguments: args })}\n</tool_call>`,
  );
  return { text: texts.join("\n") };
}

const names = Object.keys(PROVIDERS) as ProviderName[];

describe.each(names)("%s", (name) => {
  const { api } = findProvider(name);

  test("streams text and counts tokens, cached ones too", async () => {
    const usage = { input: 100, cacheRead: 900, output: 20 };
    server.push({ text: "It is raining.", usage });
    const events = await collectEvents(modelOf(name), request);
    expect(textOf(events)).toBe("It is raining.");
    expect(events.length).toBeGreaterThan(2);
    expect(endOf(events)).toMatchObject({
      type: "done",
      response: {
        text: "It is raining.",
        calls: [],
        stop: "end",
        usage: { inputTokens: 1000, cachedTokens: 900, outputTokens: 20 },
      },
    });
  });

  test("asks for one call, or several at once", async () => {
    server.push(callsOf(name, [inOslo]), callsOf(name, [inOslo, inRome]));
    expect(await answerOf(name)).toMatchObject({
      type: "done",
      response: { text: "", calls: [inOslo], stop: "tool" },
    });
    const thought = await answerOf(name);
    expect(thought).toMatchObject({ type: "done", response: { calls: [inOslo, inRome] } });
    expect(JSON.stringify(server.requests[0]?.body)).toContain("Tells the weather.");
  });

  test("reads calls and their results back", async () => {
    const conversation: ModelRequest = {
      ...request,
      messages: [
        ...request.messages,
        {
          role: "assistant",
          text: "Let me look.",
          calls: [
            { id: "one", ...inOslo },
            { id: "two", ...inRome },
          ],
        },
        { role: "tool", call: "one", name: "weather_get", text: "rain-one", isError: false },
        { role: "tool", call: "two", name: "weather_get", text: "broken-two", isError: true },
        { role: "user", text: "And now?" },
      ],
    };
    expect(endOf(await collectEvents(modelOf(name), conversation))).toMatchObject({ type: "done" });
    const body = JSON.stringify(server.requests[0]?.body);
    const places = ["Let me look.", "Oslo", "Rome", "rain-one", "broken-two", "And now?"].map(
      (piece) => body.indexOf(piece),
    );
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0);
  });

  test("shows an image", async () => {
    const image = { mediaType: "image/png", data: "iVBORw0KGgo=" };
    const messages = [{ role: "user", text: "What is it?", images: [image] }] as const;
    const events = await collectEvents(modelOf(name), { ...request, messages });
    expect(endOf(events)).toMatchObject({ type: "done" });
    expect(JSON.stringify(server.requests[0]?.body)).toContain("iVBORw0KGgo=");
  });

  test("keeps thoughts between tags out of the text", async () => {
    server.push({ text: "<think>secret plan</think>\n\nYes.", deltaChars: 3 });
    const events = await collectEvents(modelOf(name), request);
    expect(textOf(events)).toBe("Yes.");
    expect(endOf(events)).toMatchObject({ type: "done", response: { text: "Yes." } });
  });

  test("keeps reasoning out of the text", async () => {
    server.push({ reasoning: "secret plan", text: "Yes." });
    expect(textOf(await collectEvents(modelOf(name), request))).toBe("Yes.");
  });

  test("names a refusal by its kind, without trying again", async () => {
    server.push(
      { refusal: { status: 401, type: "authentication_error", message: "invalid key" } },
      { refusal: { status: 429, message: "slow down", retryAfter: "7" } },
      { refusal: { status: 500, message: "oops" } },
      { refusal: { status: 529, type: "overloaded_error", message: "Overloaded" } },
      { refusal: { status: 400, type: "invalid_request_error", message: "tools.0 is bad" } },
      { refusal: OVERFLOW_WORDING[name] },
    );
    const errors = [
      { kind: "auth", status: 401, code: "denied", retryable: false },
      { kind: "rate", status: 429, code: "exhausted", retryable: true, retryAfterMs: 7000 },
      { kind: "server", status: 500, code: "unavailable", retryable: true },
      { kind: "overloaded", status: 529, code: "unavailable", retryable: true },
      { kind: "shape", status: 400, code: "invalid", retryable: false },
      { kind: "overflow", retryable: false },
    ];
    for (const error of errors)
      expect(await answerOf(name)).toMatchObject({ type: "error", error });
    expect(server.requests).toHaveLength(errors.length);
  });

  test("an answer that breaks off is an error, however it breaks", async () => {
    const after = api === "openai-responses" ? 6 : 4;
    const text = "abcdefghijklmnopqrstuvwxyz";
    server.push(
      { text, breaks: { after, how: "drop" } },
      { text, breaks: { after, how: "end" } },
      { text, breaks: { after, how: "error" } },
    );
    const broken = { type: "error", error: { code: "unavailable", retryable: true } };
    const dropped = await collectEvents(modelOf(name), request);
    expect(textOf(dropped)).not.toBe("");
    expect(endOf(dropped)).toMatchObject({ ...broken, error: { kind: "network" } });
    expect(await answerOf(name)).toMatchObject({ ...broken, error: { kind: "network" } });
    const reported = await answerOf(name);
    expect(reported).toMatchObject(broken);
    expect(reported).toMatchObject({
      error: { kind: expect.stringMatching(/^(server|overloaded)$/) },
    });
  });

  test("waits for the first token and the next one, but not for ever", async () => {
    const after = api === "openai-responses" ? 6 : 4;
    server.push(
      { hold: new Promise(() => {}) },
      { text: "abcdefghijklmnopqrstuvwxyz", breaks: { after, how: "hang" } },
    );
    const slow = { type: "error", error: { kind: "timeout", code: "unavailable" } };
    const unheard = modelOf(name, { firstTokenMs: 40, idleMs: 20_000 });
    expect(await collectEvents(unheard, request)).toMatchObject([slow]);
    const stalled = await collectEvents(
      modelOf(name, { firstTokenMs: 20_000, idleMs: 40 }),
      request,
    );
    expect(endOf(stalled)).toMatchObject(slow);
    expect(textOf(stalled)).not.toBe("");
    const left = server.requests.map(({ stayed }) => stayed);
    expect(await Promise.all(left)).toEqual([false, false]);
  });

  test("an abort ends the answer and closes the connection", async () => {
    const after = api === "openai-responses" ? 6 : 4;
    server.push({ text: "abcdefghijklmnopqrstuvwxyz", breaks: { after, how: "hang" } });
    const stop = new AbortController();
    const events: ModelEvent[] = [];
    for await (const event of modelOf(name).stream(request, { signal: stop.signal })) {
      events.push(event);
      stop.abort();
    }
    expect(events.length).toBeGreaterThan(1);
    expect(endOf(events)).toMatchObject({
      type: "error",
      error: { kind: "aborted", code: "aborted" },
    });
    expect(await server.requests[0]?.stayed).toBe(false);
  });

  test("leaves the connection when nobody listens any more", async () => {
    const after = api === "openai-responses" ? 6 : 4;
    server.push({ text: "abcdefghijklmnopqrstuvwxyz", breaks: { after, how: "hang" } });
    for await (const event of modelOf(name).stream(request, {
      signal: new AbortController().signal,
    }))
      if (event.type === "text") break;
    expect(await server.requests[0]?.stayed).toBe(false);
  });
});
