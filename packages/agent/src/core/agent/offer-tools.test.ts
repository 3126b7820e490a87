import type { Tool } from "@reeve/sdk";
import { expect, test } from "vitest";
import { z } from "zod";
import { captureLog } from "../../llm/testing/kept-log.ts";
import type { ToolDelivery, ToolDefinition } from "../../llm/model.ts";
import { toolSearchConfig } from "../../tools/config.ts";
import { createToolbox } from "../../tools/toolbox.ts";
import { createToolOffer } from "./offer-tools.ts";

const params = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const define = (name: string, summary: string): ToolDefinition => ({ name, summary, params });
const offer = [
  define("memory_write", "Remember something."),
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

interface Settings {
  readonly maxTools?: number;
  readonly enabled?: boolean;
  readonly delivery?: "array";
}

function offered(delivery: ToolDelivery, settings: Settings = {}) {
  const log = captureLog();
  const { maxTools, ...config } = settings;
  const model = { toolDelivery: delivery, maxTools };
  const { search } = createToolbox(offer.map(toTool), {});
  return { log, ...createToolOffer(toolSearchConfig.parse(config), { model, search, log }) };
}

const namesOf = (tools: readonly ToolDefinition[]) => tools.map(({ name }) => name);

test("in the tail, found tools are told as text, once", async () => {
  const { frozen, listed, deferred, extras } = offered("tail");
  const found = await extras("weather forecast please", none);
  expect(namesOf(frozen(offer))).toEqual(["memory_write"]);
  expect(namesOf(listed(offer))).toEqual(["workspace_list"]);
  expect(found?.tools).toEqual(["utility_weather"]);
  expect(found?.text).toContain("utility_weather(city): Weather forecast for a place.");
  expect(found?.found).toBe(undefined);
  const since = { ...none, told: new Set(["utility_weather"]) };
  expect((await extras("weather forecast please", since))?.tools ?? []).toEqual([]);
  expect(deferred(none.deferred)).toEqual([]);
});

test("a config that wants found tools in the array gets them in the tail", async () => {
  for (const model of ["tail", "reference"] as const) {
    const { extras, deferred } = offered(model, { delivery: "array" });
    expect((await extras("weather forecast please", none))?.tools).toEqual(["utility_weather"]);
    expect(deferred(none.deferred)).toEqual([]);
  }
});

test("by reference, a found tool is named, and the others go along", async () => {
  const { deferred, extras } = offered("reference");
  const found = await extras("weather forecast please", none);
  expect(found).toMatchObject({ tools: [], found: ["utility_weather"] });
  expect(found?.text).not.toContain("utility_weather");
  const since = { ...none, found: new Set(found?.found) };
  expect(deferred(none.deferred)).toBe(none.deferred);
  expect((await extras("weather forecast please", since))?.found ?? []).toEqual([]);
});

test("by reference, tools of which none is obvious are told as text", async () => {
  const both = await offered("reference").extras("something about news or mail", none);
  expect(both?.found).toBe(undefined);
  expect(both?.tools).toEqual(expect.arrayContaining(["other_mail", "other_news"]));
  expect(both?.text).toContain("other_news(city): Something about news.");
});

test("by reference, a tool that appeared since the session began is told as text", async () => {
  const found = await offered("reference").extras("weather forecast please", {
    ...none,
    deferred: [],
  });
  expect(found?.found).toBe(undefined);
  expect(found?.tools).toEqual(["utility_weather"]);
  expect(found?.text).toContain("utility_weather(city)");
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
  expect(offered("all").listed(offer)).toEqual([]);
  expect(await offered("tail").extras("thanks!", none)).toBe(null);
});

test("the owner hears once of tools that the model cannot take", () => {
  const { frozen, log } = offered("all", { maxTools: 4 });
  expect([frozen(offer), frozen(offer)].map((tools) => tools.length)).toEqual([4, 4]);
  expect(log.entries).toMatchObject([
    { sentence: "more tools than the model accepts", fields: { limit: 4 } },
  ]);
});
