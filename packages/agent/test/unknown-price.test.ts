import { expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { textsIn } from "./kit/approval-story.ts";
import { startAgent } from "./kit/start-agent.ts";

const limits = { money: { platform: { day: "0.000001" } } };

test("with a budget, a model of unknown price is not asked, and the reply says how to set its price", async () => {
  const messenger = scriptedChannel();
  const script = scriptedModel(() => ({ text: "Hello." }));
  const model = { ...script, unpriced: "scripted/model" };
  await using agent = await startAgent({ model, channels: [messenger], limits });
  await messenger.say("hello");
  await messenger.received(1);
  expect(textsIn(messenger)).toEqual([
    `A spending limit is set, but the price of scripted/model is unknown. Set it in dollars per million tokens, as input/output: reeve config set models.prices '{"scripted/model": "3/15"}'`,
  ]);
  await agent.stop();
  expect(script.requests).toEqual([]);
});

test("a model that costs nothing needs no price", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Hello." }));
  await using agent = await startAgent({ model, channels: [messenger], limits });
  await messenger.say("hello");
  await messenger.received(1);
  expect(textsIn(messenger)).toEqual(["Hello."]);
  await agent.stop();
});
