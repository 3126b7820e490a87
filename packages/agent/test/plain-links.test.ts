import { expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { endStory } from "./kit/end-story.ts";
import { startAgent } from "./kit/start-agent.ts";

test("a reply with an address that a model wrote leaves without a preview", async () => {
  const messenger = scriptedChannel();
  const texts = ["It is sunny.", "See evil.example/c?d=1", "![x](https://evil.example/x.png)"];
  const model = scriptedModel(texts.map((text) => ({ text })));
  await using agent = await startAgent({ model, channels: [messenger] });
  for (const [index] of texts.entries()) {
    await messenger.say("hello");
    await messenger.received(index + 1);
  }

  expect(messenger.delivered.map(({ part }) => part)).toEqual([
    { type: "text", text: texts[0] },
    { type: "text", text: texts[1], links: "plain" },
    { type: "text", text: texts[2], links: "plain" },
  ]);
  await endStory(agent, model);
});

test("an answer that was cut off and went on is looked at as a whole", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "See https:", stop: "length" }, { text: "//evil.example" }]);
  await using agent = await startAgent({ model, channels: [messenger] });
  await messenger.say("hello");
  await messenger.received(1);

  expect(messenger.delivered.map(({ part }) => part)).toEqual([
    { type: "text", text: "See https://evil.example", links: "plain" },
  ]);
  await endStory(agent, model);
});
