import { pauses } from "@reeve/operations/agent/pauses";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { askOf } from "./kit/ask-of.ts";
import { endStory } from "./kit/end-story.ts";
import { heldAnswer } from "./kit/models/held-answer.ts";
import { type RunningAgent, startAgent } from "./kit/start-agent.ts";

const everywhere = { where: "everywhere" } as const;

function as(agent: RunningAgent, name = "ann") {
  const externalId = name === "ann" ? "1" : "2";
  return askOf(agent, { name, externalId });
}

test("a paused chat notes what arrives, and answers the newest once it goes on", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "Hello." }, { text: "Other chat." }, { text: "Third." }]);
  await using agent = await startAgent({ model, channels: [messenger] });
  await messenger.say("hello");
  await messenger.received(1);

  expect(await as(agent)(pauses.start, {})).toEqual({ wasPaused: false });
  expect(await as(agent)(pauses.start, {})).toEqual({ wasPaused: true });
  expect(await messenger.say("one")).toMatchObject({ outcome: "noted", reason: "paused" });
  await messenger.say("two");
  await messenger.say("three");
  await messenger.say("not here", { externalId: "2" });
  await messenger.received(2);
  expect((await as(agent)(pauses.list, {})).items).toEqual([
    { where: "scripted/1", by: "ann", at: expect.any(Number), noted: 3 },
  ]);
  expect(await as(agent)(pauses.end, {})).toEqual({ wasPaused: true, noted: 3, answering: 1 });
  await messenger.received(3);
  expect(await as(agent)(pauses.end, {})).toEqual({ wasPaused: false, noted: 0, answering: 0 });

  expect(messenger.delivered.map(({ externalId, part }) => [externalId, part])).toEqual([
    ["1", { type: "text", text: "Hello." }],
    ["2", { type: "text", text: "Other chat." }],
    ["1", { type: "text", text: "Third." }],
  ]);
  expect(model.requests.at(-1)?.messages.at(-1)?.text).toContain("three");
  expect(await endStory(agent, model)).toEqual([
    "hello: answered",
    "one: noted (came while paused)",
    "two: noted (came while paused)",
    "three: answered",
    "not here: answered",
  ]);
});

test("a pause everywhere ends with an answer in each direct chat, and none in groups", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Here." }));
  const home = await mkdtemp(path.join(tmpdir(), "reeve-pause-"));
  const first = await startAgent({ model, channels: [messenger], home });
  await messenger.say("hello");
  await messenger.received(1);
  await as(first)(pauses.start, everywhere);
  await messenger.say("one");
  await messenger.say("two", { externalId: "2", sender: "bob" });
  await messenger.say("three", { externalId: "g", kind: "group" });
  await messenger.say("four", { externalId: "g", kind: "group" });
  await first[Symbol.asyncDispose]();

  const again = scriptedChannel();
  await using agent = await startAgent({ model, channels: [again], home });
  await again.say("still", { id: "later" });
  expect(await as(agent)(pauses.end, everywhere)).toEqual({
    wasPaused: true,
    noted: 5,
    answering: 2,
  });
  await again.received(2);

  expect(again.delivered.map(({ externalId }) => externalId).toSorted()).toEqual(["1", "2"]);
  expect(await endStory(agent)).toEqual([
    "hello: answered",
    "one: noted (came while paused)",
    "two: answered",
    "three: noted (came while paused)",
    "four: noted (came while paused)",
    "still: answered",
  ]);
  await rm(home, { recursive: true });
});

test("a chat that is paused by itself stays so while everything goes on", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "Hello." }, { text: "Late." }]);
  await using agent = await startAgent({ model, channels: [messenger] });
  await messenger.say("hello");
  await messenger.received(1);
  await as(agent)(pauses.start, {});
  await as(agent)(pauses.start, everywhere);
  await messenger.say("one");

  const nothing = { wasPaused: true, noted: 0, answering: 0 };
  expect(await as(agent)(pauses.end, everywhere)).toEqual(nothing);
  expect(await as(agent)(pauses.end, {})).toEqual({ wasPaused: true, noted: 1, answering: 1 });
  await messenger.received(2);
  expect(await endStory(agent, model)).toEqual(["hello: answered", "one: answered"]);
});

test("what runs when a pause begins goes on, and is not steered by what arrives", async () => {
  const messenger = scriptedChannel();
  const { answer, begun, letGo } = heldAnswer({ text: "Done." });
  const model = scriptedModel([answer]);
  await using agent = await startAgent({ model, channels: [messenger] });
  await messenger.say("think");
  await begun;
  await as(agent)(pauses.start, {});
  await messenger.say("and this");
  letGo();
  await messenger.received(1);

  expect(messenger.delivered.map(({ part }) => part)).toEqual([{ type: "text", text: "Done." }]);
  expect(await endStory(agent, model)).toEqual(["think: answered", "and this: noted (paused)"]);
});

test("a rule that was laid down during a pause holds after it", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "Hello." }, { text: "Yes." }]);
  await using agent = await startAgent({ model, channels: [messenger] });
  await messenger.say("hello");
  await messenger.received(1);
  await as(agent)(pauses.start, {});
  await messenger.say("Never send mail.");
  await messenger.say("are you there?");
  await as(agent)(pauses.end, {});
  await messenger.received(2);

  const [chat] = await agent.store.read.chats.byAddress("scripted", "1");
  const policies = chat && (await agent.store.read.chatRules.ofChat(chat.id));
  expect(policies?.map(({ text, rule }) => [text, rule])).toEqual([["Never send mail.", "never"]]);
  await endStory(agent, model);
});

test("only the owner and admins pause", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "Hello." }]);
  await using agent = await startAgent({
    model,
    channels: [messenger],
    roles: { bob: "member" },
  });
  await messenger.say("hello", { sender: "bob", externalId: "2" });
  await messenger.received(1);
  await expect(as(agent, "bob")(pauses.start, {})).rejects.toThrow(
    "Only the owner and admins can pause and resume the agent.",
  );
  await endStory(agent, model);
});
