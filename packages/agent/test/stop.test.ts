import { sessions } from "@reeve/operations/work/sessions";
import { askAs } from "../src/operations/ask.ts";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { toId } from "../src/kernel/ids.ts";
import type { Model } from "../src/llm/model.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { heldAnswer } from "./kit/models/held-answer.ts";
import { heldTool } from "./kit/blocked-tool.ts";
import { type RunningAgent, startAgent } from "./kit/start-agent.ts";

const stopped = { type: "notice", code: "stopped", text: "Stopped." };

async function stop(agent: RunningAgent) {
  return askAs(agent.core.control, await callerOf(agent))(sessions.stop, {});
}

test("a stop ends a turn that thinks and withdraws its message", async () => {
  const messenger = scriptedChannel();
  const { answer, begun } = heldAnswer({ text: "Never" });
  const model = scriptedModel([answer]);
  await using agent = await startAgent({ model, channels: [messenger] });

  await messenger.say("think");
  await begun;
  expect(await stop(agent)).toEqual({ turns: 1, withdrawn: 0 });
  await messenger.received(1);

  expect(messenger.delivered.map(({ part }) => part)).toEqual([stopped]);
  expect(await endStory(agent, model)).toEqual(["think: withdrawn (stopped)"]);
});

test("a message that is taken back leaves the others of its turn to be answered", async () => {
  const messenger = scriptedChannel();
  const { answer, begun } = heldAnswer({ text: "Never" });
  const both = heldAnswer({ text: "Never to both" });
  const model = scriptedModel([answer, both.answer, { text: "To the first." }]);
  await using agent = await startAgent({ model, channels: [messenger], mode: "interrupt" });

  await messenger.say("first");
  await begun;
  const { message } = await messenger.say("second");
  await both.begun;
  const { person } = await callerOf(agent);
  await agent.core.inbox.withdraw(message, person);
  await messenger.received(1);

  expect(messenger.delivered.map(({ part }) => part)).toEqual([
    { type: "text", text: "To the first." },
  ]);
  expect(await endStory(agent, model)).toEqual(["first: answered", "second: withdrawn (stopped)"]);
});

test("nobody takes back the message of somebody else", async () => {
  const messenger = scriptedChannel();
  const { answer, begun, letGo } = heldAnswer({ text: "Here." });
  const model = scriptedModel([answer]);
  await using agent = await startAgent({ model, channels: [messenger] });

  const { message } = await messenger.say("think");
  await begun;
  const { person } = await callerOf(agent);
  await agent.core.inbox.withdraw(message, { ...person, id: toId("bob") });
  letGo();
  await messenger.received(1);

  expect(await endStory(agent, model)).toEqual(["think: answered"]);
});

test("a stop withdraws what waits, and the chat goes on with the next message", async () => {
  const messenger = scriptedChannel();
  const { answer, begun } = heldAnswer({ text: "Never" });
  const model = scriptedModel([answer, { text: "Here." }]);
  await using agent = await startAgent({ model, channels: [messenger], mode: "queue" });

  await messenger.say("think");
  await begun;
  await messenger.say("and then");
  await messenger.say("and then again");
  expect(await stop(agent)).toEqual({ turns: 1, withdrawn: 2 });
  await messenger.received(1);
  await messenger.say("hello");
  await messenger.received(2);

  expect(messenger.delivered.map(({ part }) => part)).toEqual([
    stopped,
    { type: "text", text: "Here." },
  ]);
  expect(await endStory(agent, model)).toEqual([
    "think: withdrawn (stopped)",
    "and then: withdrawn (stopped)",
    "and then again: withdrawn (stopped)",
    "hello: answered",
  ]);
});

test("a stop where nothing runs changes nothing", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "Hello." }]);
  await using agent = await startAgent({ model, channels: [messenger] });

  await messenger.say("hello");
  await messenger.received(1);

  expect(await stop(agent)).toEqual({ turns: 0, withdrawn: 0 });
  expect(await endStory(agent, model)).toEqual(["hello: answered"]);
});

test("a stop aborts the running tool, and no call that was planned after it starts", async () => {
  const messenger = scriptedChannel();
  const { tool, begun } = heldTool("first_write", { effect: "write" });
  const ran: string[] = [];
  const second = fakeTool("second_write", {
    effect: "write",
    run: async () => ran.push("second"),
  });
  const calls = [
    { name: "first_write", args: {} },
    { name: "second_write", args: {} },
  ];
  const model = scriptedModel([{ calls }]);
  const deps = { model, channels: [messenger], tools: [tool, second] };
  await using agent = await startAgent(deps);

  await messenger.say("write");
  const signal = await begun;
  await stop(agent);
  await messenger.received(1);

  expect({ aborted: signal.aborted, ran }).toEqual({ aborted: true, ran: [] });
  expect(messenger.delivered.map(({ part }) => part)).toEqual([stopped]);
  const [life] = await agent.store.read.inbox.find("m1");
  const steps = await agent.store.read.turns.steps(toId(String(life?.turn)));
  expect(
    steps.flatMap((step) => step.calls.map(({ tool: name, result }) => [name, result])),
  ).toEqual([
    ["first_write", { type: "aborted" }],
    ["second_write", { type: "aborted" }],
  ]);
  expect(await endStory(agent, model)).toEqual(["write: withdrawn (stopped)"]);
});

/** Returns the processes of a group that have not died. */
function alive(group: string): number {
  const table = execFileSync("ps", ["-A", "-o", "pgid=,stat="], { encoding: "utf8" });
  const rows = table.split("\n").map((line) => line.trim().split(/\s+/));
  return rows.filter(([pgid, state]) => pgid === group && !state?.startsWith("Z")).length;
}

test("a stop kills the whole process group that a tool started", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-stop-"));
  const pipe = path.join(folder, "pipe");
  execFileSync("sh", ["-c", 'mkfifo "$0"', pipe]);
  const messenger = scriptedChannel();
  const script = `trap '' TERM; sleep 1000 & echo $$ > "${pipe}"; wait`;
  const tool = fakeTool("run_shell", {
    needs: ["processes"],
    run: (_params, { processes, signal }) => processes.run("sh", ["-c", script], { signal }),
  });
  const model = scriptedModel([{ calls: [{ name: "run_shell", args: {} }] }]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool] });

  await messenger.say("run");
  const group = (await readFile(pipe, "utf8")).trim();
  expect(alive(group)).toBe(2);
  await stop(agent);
  await messenger.received(1);
  await expect.poll(() => alive(group)).toBe(0);

  expect(messenger.delivered.map(({ part }) => part)).toEqual([stopped]);
  expect(await endStory(agent, model)).toEqual(["run: withdrawn (stopped)"]);
  await rm(folder, { recursive: true });
});

test("a stop ends a call that an approval released, and the model reads so later", async () => {
  const messenger = scriptedChannel();
  const { tool, begun } = heldTool("ton_send", { effect: "pay" });
  const model = scriptedModel([
    { calls: [{ name: "ton_send", args: {} }] },
    { text: "It waits." },
    { text: "I do not know." },
  ]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool] });

  await messenger.say("send");
  await messenger.received(2);
  const [approval] = await agent.store.read.approvals.list(1);
  const { person: by } = await callerOf(agent);
  await agent.core.inbox.decide({ approval: toId(String(approval?.id)), verdict: "allow", by });
  await begun;
  await stop(agent);
  await messenger.received(3);
  await messenger.say("did you?");
  await messenger.received(4);

  const last = model.requests.at(-1)?.messages.at(-1)?.text.split("\n");
  expect(last).toEqual([
    `[Approval ${approval?.id} allowed] ton_send {}`,
    "Result: Stopped before it ended.",
    "[The user stopped this before it was finished. Go on with it only when asked to.]",
    "[scripted User (ann, id:ann, owner) 2026-02-20 15:30 UTC] <user_message>did you?</user_message>",
  ]);
  expect(await agent.store.read.approvals.byId(toId(String(approval?.id)))).toMatchObject({
    state: "failed",
  });
  expect(await endStory(agent, model)).toEqual([
    "send: answered",
    "allow: withdrawn (stopped)",
    "did you?: answered",
  ]);
});

test("a stop that is committed before the model's answer wins: its calls that change something never start", async () => {
  const messenger = scriptedChannel();
  const ran: string[] = [];
  const tool = fakeTool("look", { effect: "write", run: async () => ran.push("look") });
  const stopping = Promise.withResolvers<unknown>();
  const model = scriptedModel([
    { text: "Hello." },
    {
      calls: [{ name: "look", args: {} }],
      // Not waited for: the answer goes on while the stop is being committed.
      get hold() {
        stopping.resolve(askAs(agent.core.control, caller)(sessions.stop, {}));
        return undefined;
      },
    },
  ]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool] });

  await messenger.say("hello");
  await messenger.received(1);
  const caller = await callerOf(agent);
  await messenger.say("look");
  await messenger.received(2);

  expect(await stopping.promise).toEqual({ turns: 1, withdrawn: 0 });
  expect({ ran, parts: messenger.delivered.map(({ part }) => part) }).toEqual({
    ran: [],
    parts: [{ type: "text", text: "Hello." }, stopped],
  });
  const [row] = await agent.store.read.inbox.find("m2");
  expect(await agent.store.read.turns.steps(toId(String(row?.turn)))).toMatchObject([
    { calls: [{ tool: "look", startedFence: null, result: { type: "aborted" } }] },
    { kind: "close" },
  ]);
  expect(await endStory(agent, model)).toEqual(["hello: answered", "look: withdrawn (stopped)"]);
});

test("a stop revokes an approval that was given but not carried out", async () => {
  const messenger = scriptedChannel();
  const ran: string[] = [];
  const tool = fakeTool("ton_send", { effect: "pay", run: async () => ran.push("send") });
  const { answer, begun } = heldAnswer({ text: "Never" });
  const model = scriptedModel([
    { calls: [{ name: "ton_send", args: {} }] },
    { text: "It waits." },
    answer,
    { text: "Nothing." },
  ]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool] });

  await messenger.say("send");
  await messenger.received(2);
  await messenger.say("think");
  await begun;
  const [approval] = await agent.store.read.approvals.list(1);
  const { person: by } = await callerOf(agent);
  const id = toId<"approval">(String(approval?.id));
  await agent.core.inbox.decide({ approval: id, verdict: "allow", by });
  expect(await stop(agent)).toEqual({ turns: 1, withdrawn: 1 });
  await messenger.received(3);
  await messenger.say("and now?");
  await messenger.received(4);

  expect(ran).toEqual([]);
  expect(await agent.store.read.approvals.byId(id)).toMatchObject({ state: "cancelled" });
  expect(await endStory(agent, model)).toEqual([
    "send: answered",
    "think: withdrawn (stopped)",
    "allow: withdrawn (stopped)",
    "and now?: answered",
  ]);
});

test("an answer that a stop overtakes is thrown away, and what it cost is not", async () => {
  const messenger = scriptedChannel();
  const usage = { inputTokens: 900, cachedTokens: 100, outputTokens: 50 };
  const scripted = scriptedModel([{ text: "Never", usage }]);
  // The stop is over before the answer can be stored.
  const model: Model = {
    ...scripted,
    async *stream(request, options) {
      for await (const event of scripted.stream(request, options)) {
        if (event.type === "done") await stop(agent);
        yield event;
      }
    },
  };
  await using agent = await startAgent({ model, channels: [messenger] });

  await messenger.say("think");
  await messenger.received(1);

  expect(messenger.delivered.map(({ part }) => part)).toEqual([stopped]);
  expect(await costs(agent, "m1")).toEqual([["think", 900, 100, 50]]);
  expect(await agent.store.read.sessions.list(1)).toMatchObject([
    { inputTokens: 900, cachedTokens: 100, outputTokens: 50 },
  ]);
  expect(await endStory(agent, scripted)).toEqual(["think: withdrawn (stopped)"]);
});

test("an answer whose commit finds a stop before it is thrown away, and what it cost is not", async () => {
  const messenger = scriptedChannel();
  const usage = { inputTokens: 900, cachedTokens: 100, outputTokens: 50 };
  const scripted = scriptedModel([{ text: "Never", usage }]);
  // As when another process stops the turn: the fence is raised, nobody aborts it here.
  const model: Model = {
    ...scripted,
    async *stream(request, options) {
      for await (const event of scripted.stream(request, options)) {
        if (event.type === "done")
          await agent.store.commit("stop", async (tx) => {
            for (const { id } of await tx.chats.list()) {
              await tx.turns.cancelRunning(id, "stopped");
              await tx.chats.raiseFence(id);
            }
          });
        yield event;
      }
    },
  };
  await using agent = await startAgent({ model, channels: [messenger] });

  await messenger.say("think");
  await messenger.received(1);

  expect(messenger.delivered.map(({ part }) => part)).toEqual([stopped]);
  expect(await costs(agent, "m1")).toEqual([["think", 900, 100, 50]]);
  expect(await endStory(agent, scripted)).toEqual(["think: withdrawn (stopped)"]);
});

/** Returns the usage of the requests of a message's turn. */
async function costs({ store }: RunningAgent, message: string) {
  const [row] = await store.read.inbox.find(message);
  const usage = await store.read.usage.ofTurn(toId(String(row?.turn)));
  return usage.map(({ purpose, inputTokens, cachedTokens, outputTokens }) => [
    purpose,
    inputTokens,
    cachedTokens,
    outputTokens,
  ]);
}
