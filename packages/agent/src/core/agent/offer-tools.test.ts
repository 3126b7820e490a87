import type { Tool } from "@reeve/sdk";
import { expect, test } from "vitest";
import { z } from "zod";
import { captureLog } from "../../llm/testing/kept-log.ts";
import type { ToolDelivery, ToolDefinition } from "../../llm/model.ts";
import { toolSearchConfig } from "../../tools/config.ts";
import { createToolbox } from "../../tools/toolbox.ts";
import { createToolOffer } from "./offer-tools.ts";

const define = (name: string, summary: string): ToolDefinition => ({ name, summary, params: {} });
const offer = [
  define("workspace_list", "List files."),
  define("utility_weather", "Weather forecast for a place."),
  ...["mail", "tasks", "news", "wallet", "voice", "domains", "issues", "events"].map((word) =>
    define(`other_${word}`, `Something about ${word}.`),
  ),
];
const none = {
  offer,
  deferred: offer.slice(1),
  told: new Set<string>(),
  found: new Set<string>(),
  signal: new AbortController().signal,
};

/** In a toolbox, with as much of a tool as is looked at. */
const toTool = ({ name, summary }: ToolDefinition): Tool => ({
  name,
  summary,
  effect: "read",
  scope: "always",
  access: "anyone",
  needs: [],
  params: z.object({}),
  run: async () => "done",
});

function offered(delivery: ToolDelivery, settings: { maxTools?: number; enabled?: boolean } = {}) {
  const log = captureLog();
  const { maxTools, enabled = true } = settings;
  const model = { toolDelivery: delivery, maxTools };
  const { search } = createToolbox(offer.map(toTool), {});
  return { log, ...createToolOffer(toolSearchConfig.parse({ enabled }), { model, search, log }) };
}

const namesOf = (tools: readonly ToolDefinition[]) => tools.map(({ name }) => name);

test("in the tail, found tools are told as text and the array stays", async () => {
  const { frozen, array, deferred, extras } = offered("tail");
  const session = frozen(offer);
  const found = await extras("weather forecast please", none);
  expect(namesOf(session)).toEqual(["workspace_list"]);
  expect(found?.tools).toEqual(["utility_weather"]);
  expect(found?.text).toContain('{"name":"utility_weather"');
  expect(found?.found).toBe(undefined);
  expect(array(session, { ...none, told: new Set(["utility_weather"]) })).toBe(session);
  expect(deferred(none.deferred)).toEqual([]);
});

test("in the array, found tools join it and are not told twice", async () => {
  const { frozen, array, extras } = offered("array");
  const found = await extras("weather forecast please", none);
  expect(found).toMatchObject({ tools: [], found: ["utility_weather"] });
  expect(found?.text).not.toContain("utility_weather");
  const since = { ...none, found: new Set(found?.found) };
  expect(namesOf(array(frozen(offer), since))).toEqual(["workspace_list", "utility_weather"]);
  expect((await extras("weather forecast please", since))?.found ?? []).toEqual([]);
});

test("by reference, found tools are named, the array stays, and the others go along", async () => {
  const { frozen, array, deferred, extras } = offered("reference");
  const session = frozen(offer);
  const found = await extras("weather forecast please", none);
  expect(found).toMatchObject({ tools: [], found: ["utility_weather"] });
  expect(found?.text).not.toContain("utility_weather");
  const since = { ...none, found: new Set(found?.found) };
  expect(array(session, since)).toBe(session);
  expect(deferred(none.deferred)).toBe(none.deferred);
  expect((await extras("weather forecast please", since))?.found ?? []).toEqual([]);
});

test("by reference, a tool that appeared since the session began is told as text", async () => {
  const found = await offered("reference").extras("weather forecast please", {
    ...none,
    deferred: [],
  });
  expect(found?.found).toBe(undefined);
  expect(found?.tools).toEqual(["utility_weather"]);
  expect(found?.text).toContain('{"name":"utility_weather"');
});

test("a model that is told in words is told again of what was only named", async () => {
  const named = { ...none, found: new Set(["utility_weather"]) };
  expect((await offered("tail").extras("weather forecast please", named))?.tools).toEqual([
    "utility_weather",
  ]);
});

test("a model that wants all gets all, and acknowledgements bring none", async () => {
  expect(offered("all").frozen(offer)).toHaveLength(offer.length);
  expect(offered("tail", { enabled: false }).frozen(offer)).toHaveLength(offer.length);
  expect(await offered("tail").extras("thanks!", none)).toBe(null);
});

test("the owner hears once of tools that the model cannot take", () => {
  const { frozen, log } = offered("all", { maxTools: 4 });
  expect([frozen(offer), frozen(offer)].map((tools) => tools.length)).toEqual([4, 4]);
  expect(log.entries).toMatchObject([
    { sentence: "more tools than the model accepts", fields: { limit: 4 } },
  ]);
});
