import { expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { startAgent } from "./kit/start-agent.ts";

test("each request of a turn says how long and how freely the model may answer", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ calls: [{ name: "look", args: {} }] }, { text: "Done." }]);
  await using agent = await startAgent({
    model,
    channels: [messenger],
    tools: [fakeTool("look")],
    temperature: 0.2,
    maxTokens: 700,
  });

  await messenger.say("go");
  await messenger.received(1);

  expect(model.requests.map(({ temperature, maxTokens }) => ({ temperature, maxTokens }))).toEqual([
    { temperature: 0.2, maxTokens: 700 },
    { temperature: 0.2, maxTokens: 700 },
  ]);
  expect(await endStory(agent, model)).toEqual(["go: answered"]);
});
