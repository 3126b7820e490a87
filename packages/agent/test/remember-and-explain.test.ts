import { sessions } from "@reeve/operations/work/sessions";
import { turns } from "@reeve/operations/work/turns";
import { askAs } from "../src/operations/ask.ts";
import { expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { heldAnswer } from "./kit/models/held-answer.ts";
import { startAgent } from "./kit/start-agent.ts";

function said(text: string, name = "ann"): string {
  return `[scripted User (${name}, id:${name}, owner) 2026-02-20 15:30 UTC] <user_message>${text}</user_message>`;
}

test("why tells the whole life of a message, by its id, the platform's id or as the newest", async () => {
  const messenger = scriptedChannel();
  const { answer, begun, letGo } = heldAnswer({ calls: [{ name: "look", args: {} }] });
  const model = scriptedModel([answer, { text: "Seen." }]);
  const tools = [fakeTool("look")];
  await using agent = await startAgent({ model, channels: [messenger], tools });

  const first = await messenger.say("look", { id: "p1" });
  await begun;
  const second = await messenger.say("please", { id: "p2" });
  letGo();
  await messenger.received(1);
  await agent.stop();
  const caller = await callerOf(agent);
  const why = (message: string) => askAs(agent.core.control, caller)(turns.why, { id: message });
  const life = await why(first.message);

  expect(life).toMatchObject({
    message: { id: first.message, messageId: "p1", state: "answered" },
    place: { surface: "scripted", chat: "1" },
    turn: { state: "settled", openedBy: first.message, incident: null },
    together: [{ id: second.message, state: "folded" }],
    steps: [
      { n: 0, kind: "think", input: said("look"), calls: [{ tool: "look", state: "settled" }] },
      { n: 1, kind: "think", input: said("please"), text: "Seen.", calls: [] },
    ],
    approvals: [],
    usage: [{ step: 0, model: "scripted/model" }, { step: 1 }],
    outbox: [{ position: 0, state: "sent", body: { type: "text", text: "Seen." } }],
  });
  expect(await why("p1")).toEqual(life);
  expect(await why("")).toMatchObject({ message: { id: second.message, state: "folded" } });
  await expect(why("nothing")).rejects.toMatchObject({ code: "missing" });
  expect(await endStory(agent, model)).toEqual(["look: answered", "please: folded"]);
});

test("why finds a failed message by the incident that its sender was given", async () => {
  const messenger = scriptedChannel();
  const error = { code: "invalid", message: "Overloaded." } as const;
  const model = scriptedModel([{ error }]);
  await using agent = await startAgent({ model, channels: [messenger] });

  const { message } = await messenger.say("hello");
  const [reply] = await messenger.received(1);
  const text = reply?.part.type === "notice" ? reply.part.text : "";
  const incident = /Incident: (\S+)$/.exec(text)?.[1];
  const caller = await callerOf(agent);

  expect(await askAs(agent.core.control, caller)(turns.why, { id: incident ?? "" })).toMatchObject({
    message: { id: message, state: "failed", reason: "Overloaded." },
    turn: { state: "failed", incident },
  });
  expect(await endStory(agent, model)).toEqual(["hello: failed (Overloaded.)"]);
});

test("a chat is remembered across turns and restarts", async () => {
  const model = scriptedModel([{ text: "Hello Ann." }, { text: "You said hello." }]);
  const before = scriptedChannel();
  await using first = await startAgent({ model, channels: [before] });
  await before.say("hello");
  await before.received(1);
  await first.stop();

  const after = scriptedChannel();
  await using second = await startAgent({ model, channels: [after], home: first.home });
  await after.say("what did I say?", { id: "later" });
  await after.received(1);

  expect(model.requests[1]?.messages).toEqual([
    { role: "user", text: said("hello") },
    { role: "assistant", text: "Hello Ann.", calls: [] },
    { role: "user", text: said("what did I say?") },
  ]);
  expect(await endStory(second, model)).toEqual(["hello: answered", "what did I say?: answered"]);
});

test("a new session begins without the old transcript, and other chats keep theirs", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Yes." }));
  await using agent = await startAgent({ model, channels: [messenger] });

  await messenger.say("one");
  await messenger.received(1, "1");
  await messenger.say("one", { externalId: "2" });
  await messenger.received(1, "2");
  const caller = await callerOf(agent);
  const { session } = await askAs(agent.core.control, caller)(sessions.new, {});
  await messenger.say("two");
  await messenger.received(2, "1");
  await messenger.say("two", { externalId: "2" });
  await messenger.received(2, "2");

  expect(model.requests.slice(2).map(({ messages }) => messages.map(({ text }) => text))).toEqual([
    [said("two")],
    [said("one"), "Yes.", said("two")],
  ]);
  await agent.stop();
  const { items } = await askAs(agent.core.control, caller)(sessions.list, {});
  const ofChat = items.filter(({ chat: externalId }) => externalId === "1");
  expect(ofChat).toHaveLength(2);
  expect(ofChat).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: session, generation: 2, reason: null, turns: 1 }),
      expect.objectContaining({ generation: 1, reason: "new", turns: 1 }),
    ]),
  );
  expect(await endStory(agent, model)).toEqual([
    "one: answered",
    "one: answered",
    "two: answered",
    "two: answered",
  ]);
});

test("an edit of a message that waits replaces it", async () => {
  const messenger = scriptedChannel();
  const { answer, begun, letGo } = heldAnswer({ text: "One." });
  const model = scriptedModel([answer, { text: "Two." }]);
  await using agent = await startAgent({ model, channels: [messenger], mode: "queue" });

  await messenger.say("first");
  await begun;
  await messenger.say("buy milk", { id: "e" });
  await messenger.say("buy oat milk", { id: "e", edit: 1 });
  expect(await messenger.say("buy milk", { id: "e" })).toMatchObject({ outcome: "repeat" });
  letGo();
  await messenger.received(2);

  expect(model.requests[1]?.messages.at(-1)?.text).toBe(said("buy oat milk"));
  expect(await endStory(agent, model)).toEqual([
    "first: answered",
    "buy milk: withdrawn (edited)",
    "buy oat milk: answered",
  ]);
});

test("an edit of an answered message is noted, and so is the next one", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "One." }, { text: "Two." }]);
  await using agent = await startAgent({ model, channels: [messenger] });

  await messenger.say("buy milk", { id: "e" });
  await messenger.received(1);
  const noted = { outcome: "noted", reason: "edited after it was answered" };
  expect(await messenger.say("buy oat milk", { id: "e", edit: 1 })).toMatchObject(noted);
  expect(await messenger.say("buy soy milk", { id: "e", edit: 2 })).toMatchObject(noted);
  await messenger.say("what was it?");
  await messenger.received(2);

  const reason = "edited after it was answered";
  expect(await endStory(agent, model)).toEqual([
    "buy milk: answered",
    `buy oat milk: noted (${reason})`,
    `buy soy milk: noted (${reason})`,
    "what was it?: answered",
  ]);
});

test("what is said among others is noted, and a command among it is not carried out", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "Sunny." }]);
  await using agent = await startAgent({ model, channels: [messenger] });

  const among = { externalId: "g", kind: "group", isOverheard: true } as const;
  const noted = { outcome: "noted", reason: "not said to the agent" };
  expect(await messenger.say("nice weather", among)).toMatchObject(noted);
  expect(await messenger.say("/new", among)).toMatchObject(noted);
  await messenger.say("how is the weather?", { externalId: "g", kind: "group" });
  await messenger.received(1);

  const asked = JSON.stringify(model.requests[0]?.messages);
  expect(asked).toContain("nice weather");
  expect(await endStory(agent, model)).toEqual([
    "nice weather: noted (not said to the agent)",
    "/new: noted (not said to the agent)",
    "how is the weather?: answered",
  ]);
});

test("strangers are ignored, and so is a message without a word", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "Hello." }]);
  const deps = { model, channels: [messenger] };
  await using agent = await startAgent({ ...deps, roles: { eve: "stranger" } });

  const receipts = [
    await messenger.say("hello", { sender: "eve", externalId: "2" }),
    await messenger.say("  "),
    await messenger.say("x".repeat(200_001)),
    await messenger.say("hello"),
  ];
  await messenger.received(1);

  expect(receipts.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ["ignored", "stranger"],
    ["ignored", "empty"],
    ["refused", "too long"],
    ["queued", undefined],
  ]);
  expect(messenger.delivered.map(({ externalId }) => externalId)).toEqual(["1"]);
  expect(await endStory(agent, model)).toEqual([
    "hello: ignored (stranger)",
    "  : ignored (empty)",
    `${"x".repeat(200_001)}: refused (too long)`,
    "hello: answered",
  ]);
});
