import { expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { endStory } from "./kit/end-story.ts";
import { startAgent } from "./kit/start-agent.ts";

test("a message is answered once, and its life is on record", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "Hello Ann." }]);
  await using agent = await startAgent({ model, channels: [messenger] });

  const receipt = await messenger.say("hello");
  const [reply] = await messenger.received(1);

  expect(receipt.outcome).toBe("queued");
  expect(reply?.part).toEqual({ type: "text", text: "Hello Ann." });
  expect(model.requests[0]?.messages).toEqual([
    {
      role: "user",
      text: "[scripted User (ann, id:ann, owner) 2026-02-20 15:30 UTC] <user_message>hello</user_message>",
    },
  ]);
  expect(await endStory(agent, model)).toEqual(["hello: answered"]);
});

test("fifty chats that write at once each get an answer", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(({ messages }) => ({ text: `You said: ${messages.at(-1)?.role}` }));
  await using agent = await startAgent({ model, channels: [messenger] });
  const chats = Array.from({ length: 50 }, (_, index) => `chat-${index}`);

  await Promise.all(chats.map((externalId) => messenger.say("hi", { externalId, id: "1" })));
  const delivered = await messenger.received(50);

  expect(delivered.map(({ externalId }) => externalId).toSorted()).toEqual(chats.toSorted());
  expect(await endStory(agent, model)).toEqual(chats.map(() => "hi: answered"));
});
