import type { Tool } from "@reeve/sdk";
import { expect, test } from "vitest";
import type { Decision } from "../src/core/inbox.ts";
import { toId } from "../src/kernel/ids.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { type ScriptedChannel, scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { type RunningAgent, startAgent } from "./kit/start-agent.ts";

const transfer = { calls: [{ name: "ton_send", args: { to: "Bob" } }] };
const waits = { text: "It waits for you." };

/** Creates a tool that needs approval, and the list of its recipients. */
function sending(own: Partial<Tool> = {}) {
  const sent: unknown[] = [];
  const tool = fakeTool("ton_send", {
    effect: "pay",
    confirm: (params) => `Send to ${(params as { to: string }).to}?`,
    run: async (params) => {
      sent.push((params as { to: string }).to);
      return "sent";
    },
    ...own,
  });
  return { tool, sent };
}

async function questionIn(messenger: ScriptedChannel, count = 2) {
  const part = (await messenger.received(count)).at(-1)?.part;
  if (part?.type !== "approval") throw new Error(`not a question: ${JSON.stringify(part)}`);
  return part;
}

async function answer(agent: RunningAgent, decision: Omit<Decision, "by">, name = "ann") {
  const { person: by } = await callerOf(agent, { name });
  return agent.core.inbox.decide({ ...decision, by });
}

function textsOf(messenger: ScriptedChannel): string[] {
  return messenger.delivered.map(({ part }) =>
    part.type === "approval" ? part.question : part.text,
  );
}

test("an allowed call runs once with the arguments that were shown, and the model hears of it", async () => {
  const messenger = scriptedChannel();
  const { tool, sent } = sending();
  const model = scriptedModel([transfer, waits, { text: "Sent." }]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool] });

  await messenger.say("send to Bob");
  const { approval, question } = await questionIn(messenger);
  expect({ question, sent }).toEqual({ question: "Send to Bob?", sent: [] });
  expect(model.requests[1]?.messages.at(-1)).toMatchObject({
    role: "tool",
    text: `Waiting for approval ${approval}. It has not run. Tell the user that it waits for their decision; do not call it again.`,
    isError: false,
  });
  expect(await answer(agent, { approval: toId(approval), verdict: "allow" })).toBe("recorded");
  await messenger.received(3);

  expect(sent).toEqual(["Bob"]);
  expect(model.requests[2]?.messages.at(-1)).toEqual({
    role: "user",
    text: `[Approval ${approval} allowed] ton_send {"to":"Bob"}\nResult: sent`,
  });
  expect(textsOf(messenger)).toEqual(["It waits for you.", "Send to Bob?", "Sent."]);
  expect(await agent.store.read.approvals.byId(toId(approval))).toMatchObject({
    state: "done",
    edits: 0,
  });
  expect(await endStory(agent, model)).toEqual(["send to Bob: answered", "allow: answered"]);
});

test("a denied call never runs, and the model reads why", async () => {
  const messenger = scriptedChannel();
  const { tool, sent } = sending();
  const model = scriptedModel([transfer, waits, { text: "As you wish." }]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool] });

  await messenger.say("send to Bob");
  const { approval } = await questionIn(messenger);
  await answer(agent, { approval: toId(approval), verdict: "deny", reason: "Wrong Bob." });
  await messenger.received(3);

  expect(sent).toEqual([]);
  expect(model.requests[2]?.messages.at(-1)).toEqual({
    role: "user",
    text: `[Approval ${approval} refused by ann] ton_send {"to":"Bob"}\nReason: Wrong Bob.`,
  });
  expect(await agent.store.read.approvals.byId(toId(approval))).toMatchObject({
    state: "cancelled",
    reason: "Wrong Bob.",
  });
  expect(await endStory(agent, model)).toEqual(["send to Bob: answered", "deny: answered"]);
});

test("arguments that a person edits are the ones that run; wrong ones leave the question open", async () => {
  const messenger = scriptedChannel();
  const { tool, sent } = sending();
  const model = scriptedModel([transfer, waits, { text: "Sent." }]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool] });

  await messenger.say("send to Bob");
  const approval = toId<"approval">((await questionIn(messenger)).approval);
  await expect(
    answer(agent, { approval, verdict: "allow", args: { to: 7 } }),
  ).rejects.toMatchObject({ code: "invalid" });
  await answer(agent, { approval, verdict: "allow", args: { to: "Eve" } });
  await messenger.received(3);

  expect(sent).toEqual(["Eve"]);
  expect(model.requests[2]?.messages.at(-1)).toEqual({
    role: "user",
    text: `[Approval ${approval} allowed] ton_send {"to":"Eve"}\nResult: sent`,
  });
  expect(await agent.store.read.approvals.byId(approval)).toMatchObject({
    state: "done",
    edits: 1,
  });
  expect(await endStory(agent, model)).toEqual(["send to Bob: answered", "allow: answered"]);
});

test("“always here” holds for later calls of the tool in this chat and in no other", async () => {
  const messenger = scriptedChannel();
  const { tool, sent } = sending();
  const model = scriptedModel(({ messages }) => {
    const last = messages.at(-1);
    return last?.role === "user" && last.text.includes("<user_message>")
      ? { calls: [{ name: "ton_send", args: { to: last.text.includes("Eve") ? "Eve" : "Bob" } }] }
      : { text: "So be it." };
  });
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool] });

  await messenger.say("send to Bob");
  const { approval } = await questionIn(messenger);
  await answer(agent, { approval: toId(approval), verdict: "allow", always: true });
  await messenger.received(3);
  await messenger.say("send to Eve");
  await messenger.received(4);
  expect(sent).toEqual(["Bob", "Eve"]);
  await messenger.say("send to Bob", { externalId: "2" });
  const elsewhere = await messenger.received(2, "2");
  // The same request also goes to the chat where its owner can be reached.
  await messenger.received(5, "1");

  expect(sent).toEqual(["Bob", "Eve"]);
  expect(elsewhere.map(({ part }) => part.type)).toEqual(["text", "approval"]);
  expect(await endStory(agent, model)).toEqual([
    "send to Bob: answered",
    "allow: answered",
    "send to Eve: answered",
    "send to Bob: answered",
  ]);
});

test("of two answers to one question only the first counts", async () => {
  const messenger = scriptedChannel();
  const { tool, sent } = sending();
  const model = scriptedModel([transfer, waits, { text: "Sent." }]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool] });

  await messenger.say("send to Bob");
  const approval = toId<"approval">((await questionIn(messenger)).approval);
  const outcomes = await Promise.all([
    answer(agent, { approval, verdict: "allow" }),
    answer(agent, { approval, verdict: "allow" }),
  ]);
  await messenger.received(3);

  expect(outcomes).toEqual(["recorded", "too-late"]);
  expect(sent).toEqual(["Bob"]);
  expect(await endStory(agent, model)).toEqual(["send to Bob: answered", "allow: answered"]);
});

test("an answer that comes after the time is up is too late, and nothing runs", async () => {
  const messenger = scriptedChannel();
  const { tool, sent } = sending();
  const model = scriptedModel([transfer, waits]);
  const deps = { model, channels: [messenger], tools: [tool] };
  await using agent = await startAgent({ ...deps, approvalMs: 0 });

  await messenger.say("send to Bob");
  const approval = toId<"approval">((await questionIn(messenger)).approval);

  expect(await answer(agent, { approval, verdict: "allow" })).toBe("too-late");
  expect(sent).toEqual([]);
  expect(await agent.store.read.approvals.byId(approval)).toMatchObject({ state: "expired" });
  expect(await endStory(agent, model)).toEqual(["send to Bob: answered"]);
});

test("a member cannot decide, neither in their own chat nor about another's", async () => {
  const messenger = scriptedChannel();
  const { tool, sent } = sending();
  const model = scriptedModel(({ messages }) =>
    messages.at(-1)?.text.includes("send to Bob") ? transfer : waits,
  );
  const deps = { model, channels: [messenger], tools: [tool] };
  await using agent = await startAgent({ ...deps, roles: { eve: "member" } });

  await messenger.say("send to Bob");
  await messenger.received(2, "1");
  await messenger.say("send to Bob", { externalId: "2", sender: "eve" });
  await messenger.received(2, "2");
  // The owner is asked in their own chat.
  await messenger.received(3, "1");
  const open = await agent.store.read.approvals.list(10);

  expect(open.map(({ state }) => state)).toEqual(["pending", "pending"]);
  for (const { id } of open)
    await expect(answer(agent, { approval: id, verdict: "allow" }, "eve")).rejects.toMatchObject({
      code: "denied",
    });
  expect(sent).toEqual([]);
  expect(await endStory(agent, model)).toEqual(["send to Bob: answered", "send to Bob: answered"]);
});

test("a released call acts for the person who asked, not for the one who allowed it", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(({ messages }) =>
    messages.at(-1)?.text.includes("note it")
      ? { calls: [{ name: "note_for_me", args: {} }] }
      : { text: "Fine." },
  );
  const tool = fakeTool("note_for_me", {
    effect: "send",
    needs: ["notes"],
    run: async (_params, { notes, callId }) => notes.create({ id: callId, text: "mine" }),
  });
  const deps = { model, channels: [messenger], tools: [tool] };
  await using agent = await startAgent({ ...deps, roles: { bob: "member" } });

  await messenger.say("hello", { externalId: "7", kind: "group" });
  await messenger.received(1);
  await messenger.say("note it", { externalId: "7", kind: "group", sender: "bob" });
  const { approval } = await questionIn(messenger, 3);
  await answer(agent, { approval: toId(approval), verdict: "allow" });
  await messenger.received(4);

  const ofPerson = async (name: string) => {
    const { person } = await callerOf(agent, { name });
    return agent.store.read.notes.list({ tenant: "home", person: person.id }, 10);
  };
  expect((await ofPerson("bob")).map(({ text }) => text)).toEqual(["mine"]);
  expect(await ofPerson("ann")).toEqual([]);
  expect(await endStory(agent, model)).toEqual([
    "hello: answered",
    "note it: answered",
    "allow: answered",
  ]);
});
