import { sessions } from "@reeve/operations/work/sessions";
import { askAs } from "../src/operations/ask.ts";
import { expect, test } from "vitest";
import type { Message } from "../src/llm/model.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { type ScriptedChannel, scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { heldAnswer } from "./kit/models/held-answer.ts";
import { heldTool } from "./kit/blocked-tool.ts";
import { startAgent } from "./kit/start-agent.ts";

const looks = { calls: [{ name: "look", args: {} }] };

function said(text: string, name = "ann"): string {
  return `[scripted User (${name}, id:${name}, owner) 2026-02-20 15:30 UTC] <user_message>${text}</user_message>`;
}

function rolesAndTexts(messages: readonly Message[] = []): [string, string][] {
  return messages.map(({ role, text }) => [role, text]);
}

function textsOf(messenger: ScriptedChannel): (string | undefined)[] {
  return messenger.delivered.map(({ part }) => (part.type === "text" ? part.text : part.type));
}

test("messages that waited together are answered together", async () => {
  const messenger = scriptedChannel();
  const { answer, begun, letGo } = heldAnswer({ text: "One." });
  const model = scriptedModel([answer, { text: "Two." }]);
  await using agent = await startAgent({ model, channels: [messenger], mode: "queue" });

  await messenger.say("first");
  await begun;
  await messenger.say("second");
  await messenger.say("third");
  letGo();
  await messenger.received(2);

  expect(rolesAndTexts(model.requests[1]?.messages)).toEqual([
    ["user", said("first")],
    ["assistant", "One."],
    ["user", `${said("second")}\n${said("third")}`],
  ]);
  expect(await endStory(agent, model)).toEqual([
    "first: answered",
    "second: folded",
    "third: answered",
  ]);
});

test("a message that arrives while a tool runs is in the next request", async () => {
  const messenger = scriptedChannel();
  const { tool, begun, letGo } = heldTool("look");
  const model = scriptedModel([looks, { text: "Both." }]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool] });

  await messenger.say("look");
  await begun;
  await messenger.say("and hurry");
  letGo();
  await messenger.received(1);

  expect(rolesAndTexts(model.requests[1]?.messages)).toEqual([
    ["user", said("look")],
    ["assistant", ""],
    ["tool", "seen"],
    ["user", said("and hurry")],
  ]);
  expect(textsOf(messenger)).toEqual(["Both."]);
  expect(await endStory(agent, model)).toEqual(["look: answered", "and hurry: folded"]);
});

test("what arrives during the last thought becomes the next turn", async () => {
  const messenger = scriptedChannel();
  const { answer, begun, letGo } = heldAnswer({ text: "One." });
  const model = scriptedModel([answer, { text: "Two." }]);
  await using agent = await startAgent({ model, channels: [messenger] });

  await messenger.say("first");
  await begun;
  await messenger.say("second");
  letGo();
  await messenger.received(2);

  expect(textsOf(messenger)).toEqual(["One.", "Two."]);
  expect(await endStory(agent, model)).toEqual(["first: answered", "second: answered"]);
});

test("in a group only those whom the turn answers steer it", async () => {
  const messenger = scriptedChannel();
  const { tool, begun, letGo } = heldTool("look");
  const model = scriptedModel([looks, { text: "For Ann." }, { text: "For Bob." }]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool] });
  const group = { externalId: "7", kind: "group" } as const;

  await messenger.say("look", group);
  await begun;
  await messenger.say("me too", { ...group, sender: "bob" });
  await messenger.say("and hurry", group);
  letGo();
  await messenger.received(2);

  expect(rolesAndTexts(model.requests[1]?.messages).at(-1)).toEqual(["user", said("and hurry")]);
  expect(rolesAndTexts(model.requests[2]?.messages).at(-1)).toEqual([
    "user",
    said("me too", "bob"),
  ]);
  expect(await endStory(agent, model)).toEqual([
    "look: answered",
    "me too: answered",
    "and hurry: folded",
  ]);
});

test("in queue mode a message waits for the next turn", async () => {
  const messenger = scriptedChannel();
  const { tool, begun, letGo } = heldTool("look");
  const model = scriptedModel([looks, { text: "One." }, { text: "Two." }]);
  const deps = { model, channels: [messenger], tools: [tool] };
  await using agent = await startAgent({ ...deps, mode: "queue" });

  await messenger.say("look");
  await begun;
  await messenger.say("and hurry");
  letGo();
  await messenger.received(2);

  expect(rolesAndTexts(model.requests[1]?.messages).at(-1)).toEqual(["tool", "seen"]);
  expect(textsOf(messenger)).toEqual(["One.", "Two."]);
  expect(await endStory(agent, model)).toEqual(["look: answered", "and hurry: answered"]);
});

test("in interrupt mode a message ends the turn, and the next one answers both", async () => {
  const messenger = scriptedChannel();
  const { answer, begun } = heldAnswer({ text: "Never" });
  const model = scriptedModel([answer, { text: "Both." }]);
  const deps = { model, channels: [messenger] };
  await using agent = await startAgent({ ...deps, mode: "interrupt" });

  await messenger.say("first");
  await begun;
  await messenger.say("second");
  await messenger.received(1);

  expect(rolesAndTexts(model.requests.at(-1)?.messages)).toEqual([
    ["user", `${said("first")}\n${said("second")}`],
  ]);
  expect(textsOf(messenger)).toEqual(["Both."]);
  expect(await endStory(agent, model)).toEqual(["first: folded", "second: answered"]);
});

test("an interruption ends a running tool, and what the tool began stays in the transcript", async () => {
  const messenger = scriptedChannel();
  const { tool, begun } = heldTool("look");
  const model = scriptedModel([{ text: "Looking.", ...looks }, { text: "Both." }]);
  const deps = { model, channels: [messenger], tools: [tool] };
  await using agent = await startAgent({ ...deps, mode: "interrupt" });

  await messenger.say("first");
  const signal = await begun;
  await messenger.say("second");
  await messenger.received(1);

  expect(signal.aborted).toBe(true);
  expect(rolesAndTexts(model.requests[1]?.messages)).toEqual([
    ["user", said("first")],
    ["assistant", "Looking."],
    ["tool", "Stopped before it ended."],
    ["user", said("second")],
  ]);
  expect(await endStory(agent, model)).toEqual(["first: folded", "second: answered"]);
});

test("a chat's mode can be changed while the agent runs", async () => {
  const messenger = scriptedChannel();
  const { tool, begun, letGo } = heldTool("look");
  const model = scriptedModel([{ text: "Hello." }, looks, { text: "One." }, { text: "Two." }]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool] });

  await messenger.say("hello");
  await messenger.received(1);
  const caller = await callerOf(agent);
  const settings = await askAs(agent.core.control, caller)(sessions.configure, { mode: "queue" });
  expect(settings).toMatchObject({ mode: "queue", maxSteps: 5 });
  await messenger.say("look");
  await begun;
  await messenger.say("and hurry");
  letGo();
  await messenger.received(3);

  expect(textsOf(messenger)).toEqual(["Hello.", "One.", "Two."]);
  expect(await endStory(agent, model)).toEqual([
    "hello: answered",
    "look: answered",
    "and hurry: answered",
  ]);
});
