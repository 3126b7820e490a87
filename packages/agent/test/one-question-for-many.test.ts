import { approvals } from "@reeve/operations/work/approvals";
import { expect, test } from "vitest";
import { toId } from "../src/kernel/ids.ts";
import { askAs } from "../src/operations/ask.ts";
import { scriptedModel, type ScriptedAnswer } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { answerAs, questionIn, sendingTool, textsIn } from "./kit/approval-story.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { type AgentOptions, startAgent } from "./kit/start-agent.ts";

const WAITS = { text: "They wait for you." };
const sendTo = (...names: readonly string[]) => ({
  calls: names.map((to) => ({ name: "ton_send", args: { to } })),
});
const LIST = "3 requests at once:\n1. Send to Bob?\n2. Send to Carol?\n3. Send to Dan?";

async function askAboutThree(answers: readonly ScriptedAnswer[], own: Partial<AgentOptions> = {}) {
  const messenger = scriptedChannel();
  const { tool, sent } = sendingTool();
  const model = scriptedModel([sendTo("Bob", "Carol", "Dan"), WAITS, ...answers]);
  const agent = await startAgent({ model, channels: [messenger], tools: [tool], ...own });
  await messenger.say("send to all three");
  const question = await questionIn(messenger, 2);
  return {
    agent,
    messenger,
    model,
    sent,
    question: question.question,
    approval: toId<"approval">(question.approval),
    states: async () =>
      (await agent.store.read.approvals.list(9)).map(({ state }) => state).toSorted(),
    [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose](),
  };
}

test("like calls are one question, and one yes runs each of them once, in one turn", async () => {
  await using story = await askAboutThree([{ text: "Sent to all." }]);
  const { agent, messenger, model, sent, question, approval, states } = story;
  expect(question).toBe(LIST);
  expect(await answerAs(agent, "ann", { approval, verdict: "allow" })).toBe("recorded");
  await messenger.received(3);
  expect(sent).toEqual(["Bob", "Carol", "Dan"]);
  expect(textsIn(messenger)).toEqual(["They wait for you.", LIST, "Sent to all."]);
  expect(messenger.results.map(({ text }) => text)).toEqual([
    "✅ Done: Send to Bob\n✅ Done: Send to Carol\n✅ Done: Send to Dan",
  ]);
  expect(await states()).toEqual(["done", "done", "done"]);
  expect(await answerAs(agent, "ann", { approval, verdict: "allow" })).toBe("too-late");
  await endStory(agent, model);
});

test("one denial refuses all calls, and the model reads each of them", async () => {
  await using story = await askAboutThree([{ text: "All right." }]);
  const { agent, messenger, model, sent, approval, states } = story;
  await answerAs(agent, "ann", { approval, verdict: "deny", reason: "not today" });
  await messenger.received(3);
  expect(sent).toEqual([]);
  expect(await states()).toEqual(["cancelled", "cancelled", "cancelled"]);
  const told = model.requests.at(-1)?.messages.at(-1)?.text ?? "";
  for (const name of ["Bob", "Carol", "Dan"]) expect(told).toContain(`{"to":"${name}"}`);
  expect(told).toContain("not today");
  const { outcome } = await askAs(agent.core.control, await callerOf(agent))(approvals.show, {
    id: approval,
  });
  expect(outcome).toBe(
    "❌ Not done: Send to Bob\n❌ Not done: Send to Carol\n❌ Not done: Send to Dan",
  );
});

test("a correction in words takes all of them back and makes a new list", async () => {
  await using story = await askAboutThree([sendTo("Bob", "Carol"), WAITS]);
  const { agent, messenger, sent, approval, states } = story;
  await answerAs(agent, "ann", { approval, verdict: "revise", reason: "without Dan" });
  const { question } = await questionIn(messenger, 4);
  expect(question).toBe("2 requests at once:\n1. Send to Bob?\n2. Send to Carol?\n(edited once)");
  expect(await states()).toEqual(["cancelled", "cancelled", "cancelled", "pending", "pending"]);
  expect(sent).toEqual([]);
});

test("arguments of several calls are not edited at once", async () => {
  await using story = await askAboutThree([]);
  const { agent, approval, states } = story;
  await expect(
    answerAs(agent, "ann", { approval, verdict: "allow", args: { to: "Eve" } }),
  ).rejects.toMatchObject({ code: "invalid", hint: "Say in words what to change." });
  expect(await states()).toEqual(["pending", "pending", "pending"]);
});

test("one of them can be decided alone, and the rest with the question", async () => {
  await using story = await askAboutThree([{ text: "Not to Carol." }, { text: "To the others." }]);
  const { agent, messenger, sent, approval } = story;
  const all = await agent.store.read.approvals.list(9);
  const carol = all.find(({ args }) => JSON.stringify(args).includes("Carol"));
  await answerAs(agent, "ann", { approval: carol?.id ?? approval, verdict: "deny" });
  await messenger.received(3);
  await answerAs(agent, "ann", { approval, verdict: "allow" });
  await messenger.received(4);
  expect(sent).toEqual(["Bob", "Dan"]);
});

test("nobody answers, and one message says so for each", async () => {
  const clock = { at: Date.UTC(2026, 1, 20) };
  await using story = await askAboutThree([], {
    clock: { now: () => clock.at },
    approvalMs: 60_000,
  });
  const { agent, messenger, states } = story;
  clock.at += 61_000;
  agent.look();
  await messenger.received(3);
  expect(textsIn(messenger).at(-1)).toBe(
    ["Bob", "Carol", "Dan"]
      .map((name) => `⌛ Not done, nobody answered in time: Send to ${name}`)
      .join("\n"),
  );
  await expect.poll(states).toEqual(["expired", "expired", "expired"]);
});

test("the list is shown to others who may answer, and ends there once", async () => {
  const roles = { ann: "owner", bob: "member" } as const;
  const messenger = scriptedChannel();
  const { tool, sent } = sendingTool();
  const model = scriptedModel([
    { text: "Hello." },
    sendTo("Bob", "Carol"),
    WAITS,
    { text: "Sent." },
  ]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool], roles });
  await messenger.say("hello");
  await messenger.received(1);
  await messenger.say("send", { sender: "bob", externalId: "2" });
  const asked = await questionIn(messenger, 2, "1");
  expect(asked.question).toContain("1. Send to Bob?\n2. Send to Carol?");
  const owner = askAs(agent.core.control, await callerOf(agent));
  await owner(approvals.decide, { id: asked.approval, verdict: "allow" });
  await messenger.received(3, "2");
  expect(sent).toEqual(["Bob", "Carol"]);
  const lines = "✅ Done: Send to Bob\n✅ Done: Send to Carol";
  await expect
    .poll(() => messenger.results.map((one) => `${one.externalId}: ${one.text}`).toSorted())
    .toEqual([`1: ${lines}`, `2: ${lines} (allowed by ann)`]);
});

test("calls of other tools, and more than ten, have questions of their own", async () => {
  const messenger = scriptedChannel();
  const { tool } = sendingTool();
  const other = { ...tool, name: "stars_send" };
  const names = Array.from({ length: 11 }, (_, n) => `p${n}`);
  const calls = [...sendTo(...names).calls, { name: "stars_send", args: { to: "Bob" } }];
  const model = scriptedModel([{ calls }, WAITS]);
  await using agent = await startAgent({
    model,
    channels: [messenger],
    tools: [tool, other],
  });
  await messenger.say("send to all");
  await messenger.received(4);
  const [, first = "", second, third] = textsIn(messenger);
  expect(first.split("\n")).toHaveLength(11);
  expect([second, third]).toEqual(["Send to p10?", "Send to Bob?"]);
  await agent.stop();
});
