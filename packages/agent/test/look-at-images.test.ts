import { expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { endStory } from "./kit/end-story.ts";
import { heldTool } from "./kit/blocked-tool.ts";
import { startAgent } from "./kit/start-agent.ts";

const NOTE = "[An image was here; it is no longer shown.]";

/** Creates an image that differs from all others by its name. */
function picture(name: string): string {
  return Buffer.from(`GIF89a\u0001\0\u0001\0${name}`).toString("base64");
}

/** Returns the names of the pictures that each message of a request shows. */
function shownIn(request: { readonly messages: readonly object[] } | undefined) {
  return request?.messages.map((message) =>
    "images" in message && Array.isArray(message.images)
      ? message.images.map(({ data }) => Buffer.from(String(data), "base64").toString().slice(10))
      : [],
  );
}

test("a model sees the images of a message, in this turn and in those after it", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "A cat." }, { text: "It is black." }]);
  await using agent = await startAgent({ model, channels: [messenger] });

  await messenger.say("What is it?", { images: [picture("cat")] });
  await messenger.received(1);
  await messenger.say("Which colour?");
  await messenger.received(2);

  expect(model.requests.map(shownIn)).toEqual([[["cat"]], [["cat"], [], []]]);
  expect(model.requests[0]?.messages[0]).toEqual({
    role: "user",
    text: "[photo msg_id=m1] [scripted User (ann, id:ann, owner) 2026-02-20 15:30 UTC] <user_message>What is it?</user_message>",
    images: [{ mediaType: "image/gif", data: picture("cat") }],
  });
  expect(model.requests[1]?.messages[0]).toEqual(model.requests[0]?.messages[0]);
  expect(await endStory(agent, model)).toEqual([
    "What is it?: answered",
    "Which colour?: answered",
  ]);
});

test("an image needs no words", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "A cat." }]);
  await using agent = await startAgent({ model, channels: [messenger] });

  await messenger.say("", { images: [picture("cat")] });
  await messenger.received(1);

  expect(model.requests.map(shownIn)).toEqual([[["cat"]]]);
  await endStory(agent, model);
});

test("of older images only the newest are shown, and a note stands for the others", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "I see." }));
  await using agent = await startAgent({ model, channels: [messenger] });

  for (const [index, names] of [["a", "b"], ["c"], ["d"]].entries()) {
    await messenger.say("look", { images: names.map(picture) });
    await messenger.received(index + 1);
  }

  expect(model.requests.map(shownIn)).toEqual([
    [["a", "b"]],
    [["a", "b"], [], ["c"]],
    [["b"], [], ["c"], [], ["d"]],
  ]);
  expect(model.requests[2]?.messages[0]?.text.split("\n")[0]).toBe(NOTE);
  await endStory(agent, model);
});

test("images of messages that join a running turn are shown from its next thought on", async () => {
  const messenger = scriptedChannel();
  const { tool, begun, letGo } = heldTool("look");
  const model = scriptedModel([{ calls: [{ name: "look", args: {} }] }, { text: "A cat." }]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool] });

  await messenger.say("look around");
  await begun;
  await messenger.say("and at this", { images: [picture("cat")] });
  letGo();
  await messenger.received(1);

  expect(model.requests.map(shownIn)).toEqual([[[]], [[], [], [], ["cat"]]]);
  expect(await endStory(agent, model)).toEqual(["look around: answered", "and at this: folded"]);
});

test("a message with more or larger images than may be is refused, and none is kept", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "Hello." }]);
  await using agent = await startAgent({ model, channels: [messenger] });
  const many = ["a", "b", "c", "d", "e"].map(picture);

  expect(await messenger.say("look", { images: many })).toMatchObject({
    outcome: "refused",
    reason: "the message has 5 images; the maximum is 4",
  });
  const large = Buffer.alloc(6 * 1024 * 1024, "GIF89a").toString("base64");
  expect(await messenger.say("look", { images: [large] })).toMatchObject({
    outcome: "refused",
    reason: "an image has 6.0 MB; the maximum is 5 MB",
  });
  await messenger.say("hello");
  await messenger.received(1);

  const [row] = await agent.store.read.inbox.find("m1");
  expect(row?.body).toMatchObject({ media: Array.from({ length: 5 }, () => ({ kind: "photo" })) });
  expect(await endStory(agent, model)).toEqual([
    "look: refused (the message has 5 images; the maximum is 4)",
    "look: refused (an image has 6.0 MB; the maximum is 5 MB)",
    "hello: answered",
  ]);
});
