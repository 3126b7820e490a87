import { expect, test } from "vitest";
import { keptLog } from "../../llm/testing/kept-log.ts";
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
const none: ReadonlySet<string> = new Set();

function offered(delivery: ToolDelivery, settings: { maxTools?: number; enabled?: boolean } = {}) {
  const log = keptLog();
  const { maxTools, enabled = true } = settings;
  const model = { toolDelivery: delivery, maxTools };
  const { search } = createToolbox([], {});
  return { log, ...createToolOffer(toolSearchConfig.parse({ enabled }), { model, search, log }) };
}

const namesOf = (tools: readonly ToolDefinition[]) => tools.map(({ name }) => name);

test("in the tail, found tools are told as text and the array stays", () => {
  const { frozen, array, extras } = offered("tail");
  const session = frozen(offer);
  const found = extras("weather forecast please", { offer, told: none });
  expect(namesOf(session)).toEqual(["workspace_list"]);
  expect(found?.tools).toEqual(["utility_weather"]);
  expect(found?.text).toContain('{"name":"utility_weather"');
  expect(array(session, { offer, told: new Set(["utility_weather"]) })).toBe(session);
});

test("in the array, found tools join it and are not told twice", () => {
  const { frozen, array, extras } = offered("array");
  const found = extras("weather forecast please", { offer, told: none });
  expect(found?.tools).toEqual(["utility_weather"]);
  expect(found?.text).not.toContain("utility_weather");
  const told = new Set(found?.tools);
  expect(namesOf(array(frozen(offer), { offer, told }))).toEqual([
    "workspace_list",
    "utility_weather",
  ]);
  expect(extras("weather forecast please", { offer, told })?.tools ?? []).toEqual([]);
});

test("a model that wants all gets all, and acknowledgements bring none", () => {
  expect(offered("all").frozen(offer)).toHaveLength(offer.length);
  expect(offered("tail", { enabled: false }).frozen(offer)).toHaveLength(offer.length);
  expect(offered("tail").extras("thanks!", { offer, told: none })).toBe(null);
});

test("the owner hears once of tools that the model cannot take", () => {
  const { frozen, log } = offered("all", { maxTools: 4 });
  expect([frozen(offer), frozen(offer)].map((tools) => tools.length)).toEqual([4, 4]);
  expect(log.entries).toMatchObject([
    { sentence: "more tools than the model takes", fields: { limit: 4 } },
  ]);
});
