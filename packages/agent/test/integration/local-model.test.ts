import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { discoverLocal } from "../../src/llm/apis/discover-local.ts";
import { createModelPool } from "../../src/llm/apis/model-pool.ts";
import type { Model, ModelEvent, ModelRequest } from "../../src/llm/model.ts";
import { collectEvents } from "../../src/llm/testing/collect-events.ts";
import { scriptedChannel } from "../../src/channels/testing/scripted-channel.ts";
import { endStory } from "../kit/end-story.ts";
import { fakeTool } from "../kit/fake-tool.ts";
import { startAgent } from "../kit/start-agent.ts";
import { type LocalModel, startLocalModel } from "./start-local-model.ts";

let server: LocalModel;
beforeAll(async () => {
  server = await startLocalModel();
});
afterAll(() => server[Symbol.asyncDispose]());

/** Creates the model like the agent does, except for the context window, which the server does not report. */
async function localModel(): Promise<Model> {
  const pool = createModelPool({ clock: { now: Date.now } });
  const model = await pool.get({ provider: "local", baseUrl: server.baseUrl });
  return { ...model, contextTokens: 2048 };
}

const request: ModelRequest = {
  id: "r1",
  system: ["Answer the questions."],
  messages: [{ role: "user", text: "What is the capital of France?" }],
  tools: [],
  maxTokens: 24,
  temperature: 0,
};

const textOf = (events: readonly ModelEvent[]) =>
  events.map((event) => (event.type === "text" ? event.delta : "")).join("");

test("a server on this machine is found by its address, and says what it serves", async () => {
  const found = { name: "llama.cpp", baseUrl: server.baseUrl };
  const nobody = { name: "nobody", baseUrl: new URL("/nothing", server.baseUrl).href };

  expect(await discoverLocal({ servers: [nobody, found] })).toEqual([
    { ...found, models: ["gemma3-270m"] },
  ]);
  expect((await localModel()).id).toBe("local/gemma3-270m");
});

test("a text comes in pieces and ends once, the same each time at temperature 0", async () => {
  const model = await localModel();

  const events = await collectEvents(model, request);
  const again = await collectEvents(model, request);

  const types = events.map(({ type }) => type);
  expect(types).toEqual([...types.slice(0, -1).map(() => "text"), "done"]);
  expect(types.length).toBeGreaterThan(2);
  expect(events.at(-1)).toMatchObject({
    type: "done",
    response: { text: textOf(events), calls: [] },
  });
  expect(textOf(again)).toBe(textOf(events));
  const [ended, endedAgain] = await server.ended(2);
  expect(ended).toMatchObject({ temperature: 0, maxTokens: 24, offered: [] });
  expect(endedAgain).toEqual(ended);
});

test("a conversation with the whole agent makes one call and ends with a streamed answer", async () => {
  const messenger = scriptedChannel();
  const ran: unknown[] = [];
  const run = async (args: unknown) => {
    ran.push(args);
    return "18 degrees and sunny";
  };
  const weather = fakeTool("weather_get", {
    summary: "Tells the weather in a city.",
    params: z.strictObject({ city: z.string().min(1) }),
    run,
  });
  const note = fakeTool("note_create", {
    summary: "Keeps a note.",
    params: z.strictObject({ title: z.string().min(1) }),
    run,
  });
  await using agent = await startAgent({
    // A busy machine may take longer to respond, and the notice about it is no reply.
    model: { ...(await localModel()), slowMs: 600_000 },
    channels: [messenger],
    tools: [weather, note],
    findsTools: false,
    temperature: 0,
    maxTokens: 160,
  });

  await messenger.say("Please look up the weather in Oslo.");
  const [reply] = await messenger.received(1);

  const asked = { temperature: 0, maxTokens: 160, offered: ["weather_get", "note_create"] };
  expect(await server.ended(2)).toEqual([
    { ...asked, end: "tool_calls" },
    { ...asked, end: "stop" },
  ]);
  // Arguments that do not fit the schema of their tool never reach it.
  expect(ran).toHaveLength(1);
  expect(await endStory(agent)).toEqual(["Please look up the weather in Oslo.: answered"]);

  const types = messenger.shown.map(({ type }) => type);
  // The call is not shown in a chat that is not verbose.
  expect(types.filter((type, at) => type !== types[at - 1]).slice(0, 2)).toEqual([
    "think-start",
    "text-delta",
  ]);
  const deltas = messenger.shown.map((event) => (event.type === "text-delta" ? event.delta : ""));
  expect(reply?.part).toEqual({ type: "text", text: deltas.join("").trim() });
});

test("whoever stops listening in mid-stream ends the server's work", async () => {
  const model = await localModel();
  const stopping = new AbortController();
  // The model repeats itself here until it is cut.
  const story = { role: "user", text: "Please tell me a long story about a ship." } as const;
  const long = { ...request, messages: [story], maxTokens: 1500 };

  const events: ModelEvent[] = [];
  for await (const event of model.stream(long, { signal: stopping.signal })) {
    events.push(event);
    stopping.abort();
  }

  expect(events[0]?.type).toBe("text");
  expect(events.filter(({ type }) => type !== "text")).toMatchObject([
    { type: "error", error: { kind: "aborted" } },
  ]);
  expect(await server.ended(1)).toEqual([
    { temperature: 0, maxTokens: 1500, offered: [], end: "closed" },
  ]);
});
