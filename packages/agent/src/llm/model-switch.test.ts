import { expect, test } from "vitest";
import { createModelSwitch } from "./model-switch.ts";
import { collectEvents } from "./testing/collect-events.ts";
import { scriptedModel } from "./testing/scripted-model.ts";

const request = { id: "r", system: [], messages: [], tools: [] };

test("goes by the model in use, also after an exchange", async () => {
  const one = scriptedModel([{ text: "one" }], { id: "a/one", contextTokens: 1000 });
  const two = scriptedModel([{ text: "two" }], { id: "b/two", contextTokens: 2000 });
  const model = createModelSwitch(one);
  expect([model.id, model.contextTokens]).toEqual(["a/one", 1000]);

  const unpriced = "b/two";
  model.use({ ...two, unpriced });

  expect([model.id, model.contextTokens, model.unpriced]).toEqual(["b/two", 2000, unpriced]);
  await collectEvents(model, request);
  expect([one.requests.length, two.requests.length]).toEqual([0, 1]);
});
