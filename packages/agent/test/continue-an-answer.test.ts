import { expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { endStory } from "./kit/end-story.ts";
import { startAgent } from "./kit/start-agent.ts";

test("an answer that reaches its limit is continued once, and delivered whole", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([
    { text: "One, two, ", stop: "length" },
    { text: "three, four", stop: "length" },
  ]);
  await using agent = await startAgent({ model, channels: [messenger] });

  await messenger.say("count");
  const [reply] = await messenger.received(1);

  expect(reply?.part).toEqual({ type: "text", text: "One, two, three, four" });
  expect(model.requests.map(({ isContinuation }) => isContinuation)).toEqual([undefined, true]);
  expect(model.requests[1]?.messages.slice(-2)).toEqual([
    { role: "assistant", text: "One, two, ", calls: [] },
    {
      role: "user",
      text: "[Your answer was cut off by its length limit. Go on exactly where it ended.]",
    },
  ]);
  expect(await endStory(agent, model)).toEqual(["count: answered"]);
});
