import { turns } from "@reeve/operations/work/turns";
import { expect, test } from "vitest";
import { toId } from "../src/kernel/ids.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { answerAs, questionIn, sendingTool, textsIn, transferTo } from "./kit/approval-story.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { startAgent } from "./kit/start-agent.ts";
import { approvals } from "@reeve/operations/work/approvals";
import { askAs } from "../src/operations/ask.ts";

const waits = { text: "It waits for you." };

test("a question that is sent back with words is asked anew, and its changes are counted", async () => {
  const messenger = scriptedChannel();
  const { tool, sent } = sendingTool();
  const model = scriptedModel([
    transferTo("Bob"),
    waits,
    transferTo("Eve"),
    { text: "Now to Eve." },
    { text: "Sent." },
  ]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool] });

  await messenger.say("send to Bob, or better to Eve");
  const first = toId<"approval">((await questionIn(messenger, 2)).approval);
  await answerAs(agent, "ann", { approval: first, verdict: "revise", reason: "to Eve, please" });
  const second = toId<"approval">((await questionIn(messenger, 4)).approval);

  expect(model.requests[2]?.messages.at(-1)).toEqual({
    role: "user",
    text: [
      `[Approval ${first} sent back by ann] It was not run. Make the call again as the correction says; change nothing else.`,
      '<original_request>Send to Bob?\nton_send {"to":"Bob"}</original_request>',
      "<correction>to Eve, please</correction>",
    ].join("\n"),
  });
  expect(await agent.store.read.approvals.byId(first)).toMatchObject({
    state: "cancelled",
    reason: "to Eve, please",
    edits: 0,
  });
  expect(await agent.store.read.approvals.byId(second)).toMatchObject({
    state: "pending",
    revises: first,
    edits: 1,
  });

  await answerAs(agent, "ann", { approval: second, verdict: "allow" });
  await messenger.received(5);
  expect(sent).toEqual(["Eve"]);
  expect(await endStory(agent, model)).toEqual([
    "send to Bob, or better to Eve: answered",
    "revise: answered",
    "allow: answered",
  ]);
});

test("an answer in words goes to the model instead of a result, and nothing runs", async () => {
  const messenger = scriptedChannel();
  const { tool, sent } = sendingTool();
  const model = scriptedModel([transferTo("Bob"), waits, { text: "Then not." }]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool] });

  await messenger.say("send to Bob");
  const approval = toId<"approval">((await questionIn(messenger, 2)).approval);
  await expect(
    answerAs(agent, "ann", { approval, verdict: "respond", reason: " " }),
  ).rejects.toMatchObject({ code: "invalid" });
  await answerAs(agent, "ann", { approval, verdict: "respond", reason: "He has it already." });
  await messenger.received(3);

  expect(sent).toEqual([]);
  expect(model.requests[2]?.messages.at(-1)).toEqual({
    role: "user",
    text: `[Approval ${approval} answered by ann] ton_send {"to":"Bob"}\nIt was not run. Answer: He has it already.`,
  });
  expect(await endStory(agent, model)).toEqual(["send to Bob: answered", "respond: answered"]);
});

test("who asked is told once that nobody answered in time, and the model with the next message", async () => {
  const messenger = scriptedChannel();
  const { tool, sent } = sendingTool();
  let now = Date.UTC(2026, 1, 20, 15, 30);
  const model = scriptedModel([transferTo("Bob"), waits, { text: "Hello." }, { text: "Again." }]);
  const deps = { model, channels: [messenger], tools: [tool], clock: { now: () => now } };
  await using agent = await startAgent({ ...deps, approvalMs: 60_000 });

  await messenger.say("send to Bob");
  const approval = toId<"approval">((await questionIn(messenger, 2)).approval);
  now += 60_001;
  await messenger.say("hello");
  await messenger.received(4);
  await messenger.say("hello again");
  await messenger.received(5);

  expect(await agent.store.read.approvals.byId(approval)).toMatchObject({ state: "expired" });
  expect(await answerAs(agent, "ann", { approval, verdict: "allow" })).toBe("too-late");
  expect(sent).toEqual([]);
  expect(textsIn(messenger).toSorted()).toEqual([
    "Again.",
    "Hello.",
    "It waits for you.",
    "Send to Bob?",
    "⌛ Not done, nobody answered in time: Send to Bob",
  ]);
  const told = `[Approval ${approval} expired] ton_send {"to":"Bob"}\nNobody answered in time. It was not run and is no longer pending.`;
  const inputs = model.requests.flatMap(({ messages }) => messages.at(-1)?.text ?? "");
  expect(inputs.filter((text) => text.includes(told)).length).toBe(1);
  expect(await agent.store.read.approvals.feedback(9)).toEqual([
    {
      approval,
      tool: "ton_send",
      argsHash: (await agent.store.read.approvals.byId(approval))?.argsHash,
      verdict: "expired",
      latencyMs: 60_001,
      at: now,
    },
  ]);
  await endStory(agent, model);
});

test("“always” on terms lets through what the terms cover, up to the amount of a day, until it is taken back", async () => {
  const messenger = scriptedChannel();
  const { tool, sent } = sendingTool();
  const model = scriptedModel(({ messages }) => {
    const last = messages.at(-1);
    const [, to = "", amount = ""] =
      /<user_message>send (\w+) (\d+)/.exec(last?.role === "user" ? last.text : "") ?? [];
    return to === "" ? { text: "So be it." } : transferTo(to, amount);
  });
  let now = Date.UTC(2026, 1, 20, 15, 30);
  const deps = { model, channels: [messenger], tools: [tool], clock: { now: () => now } };
  await using agent = await startAgent({ ...deps, approvalMs: 10 * 86_400_000 });
  const caller = async () => callerOf(agent);

  await messenger.say("send Bob 4");
  const approval = toId<"approval">((await questionIn(messenger, 2)).approval);
  await answerAs(agent, "ann", {
    approval,
    verdict: "allow",
    always: { only: { to: "B*" }, perDay: { argument: "amount", amount: "10" } },
  });
  await messenger.received(3);
  const says = async (text: string, count: number) => {
    await messenger.say(text);
    await messenger.received(count);
    return messenger.delivered.at(-1)?.part.type;
  };

  expect(await says("send Bert 6", 4)).toBe("text");
  expect(await says("send Eve 1", 6)).toBe("approval");
  expect(await says("send Bob 5", 8)).toBe("approval");
  expect(await says("send Bob 4", 9)).toBe("text");
  now += 86_400_001;
  expect(await says("send Bert 10", 10)).toBe("text");
  expect(sent).toEqual(["Bob", "Bert", "Bob", "Bert"]);

  const grants = async () =>
    (await askAs(agent.core.control, await caller())(approvals.grants, {})).items;
  expect(await grants()).toEqual([
    expect.objectContaining({
      id: approval,
      tool: "ton_send",
      pattern: { to: "B*" },
      cap: { argument: "amount", perDay: "10" },
      surface: "scripted",
      chat: "1",
    }),
  ]);
  await askAs(agent.core.control, await caller())(approvals.revoke, { id: approval });
  now += 86_400_001;
  expect(await says("send Bob 1", 12)).toBe("approval");
  expect(await grants()).toEqual([]);
});

test("a trace runs from the message through its turn, the approval and the turn that carries it out, and in the log", async () => {
  const messenger = scriptedChannel();
  const { tool } = sendingTool();
  const model = scriptedModel([transferTo("Bob"), waits, { text: "Sent." }]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool] });

  const { message } = await messenger.say("send to Bob");
  const approval = toId<"approval">((await questionIn(messenger, 2)).approval);
  await answerAs(agent, "ann", { approval, verdict: "allow" });
  await messenger.received(3);

  const life = async (text: string) =>
    askAs(agent.core.control, await callerOf(agent))(turns.why, { id: text });
  expect(await life(message)).toMatchObject({
    message: { trace: message },
    turn: { trace: message },
    approvals: [{ id: approval, trace: message }],
  });
  expect(await life(approval)).toMatchObject({
    message: { trace: message, messageId: `decision:${approval}` },
    turn: { trace: message },
  });
  expect(agent.bound.filter(({ trace }) => trace === message).length).toBeGreaterThan(1);
  await endStory(agent, model);
});
