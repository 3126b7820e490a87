import { agents as agentOperations } from "@reeve/operations/agent/agents";
import { askAs } from "../src/operations/ask.ts";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { AgentProfile } from "../src/core/agents.ts";
import { toId } from "../src/kernel/ids.ts";
import type { Model, ModelRequest } from "../src/llm/model.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { type ScriptedChannel, scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { artifactRead } from "../src/tools/core/artifact-read.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { type RunningAgent, startAgent } from "./kit/start-agent.ts";

const tools = ["web_fetch", "note_create", "ton_send"].map((name) => fakeTool(name));

/** Writes, without the web. */
function writerWith(model: Model, own: Partial<AgentProfile> = {}): AgentProfile {
  return {
    name: "writer",
    model,
    utility: undefined,
    readSoul: async () => "You write.",
    rules: { agent: "writer", deny: ["web_*"] },
    budgets: {},
    chats: ["scripted:writing"],
    character: "writer",
    ...own,
  };
}

const says = (text: string, id = "scripted/model") => scriptedModel(() => ({ text }), { id });

async function switchTo(agent: RunningAgent, name: string, by = {}) {
  return askAs(agent.core.control, await callerOf(agent, by))(agentOperations.use, { name });
}

const seenIn = ({ system, tools: array }: ModelRequest) => ({
  soul: system[0]?.slice(0, 12),
  tools: array.map(({ name }) => name),
});

async function sessionsOf({ store }: RunningAgent, externalId: string) {
  const [chat] = await store.read.chats.byAddress("scripted", externalId);
  const sessions = await store.read.sessions.list(99);
  return sessions
    .filter((session) => session.chat === chat?.id)
    .map(({ reason, turns }) => ({ reason, turns }));
}

function repliesIn(messenger: ScriptedChannel, externalId: string) {
  return messenger.delivered
    .filter((one) => one.externalId === externalId)
    .map(({ part }) => (part.type === "approval" ? part.question : part.text));
}

test("two agents answer in two chats, each with its own soul, tools and model", async () => {
  const messenger = scriptedChannel();
  const model = says("Main here.", "scripted/main");
  const written = says("Written.", "scripted/writer");
  const agents = [writerWith(written)];
  await using agent = await startAgent({ model, channels: [messenger], tools, agents });

  await messenger.say("hello", { externalId: "1" });
  await messenger.say("write", { externalId: "writing" });
  await messenger.received(2);

  expect(model.requests.map(seenIn)).toEqual([
    { soul: "You are Reev", tools: ["web_fetch", "note_create", "ton_send"] },
  ]);
  expect(written.requests.map(seenIn)).toEqual([
    { soul: "You write.", tools: ["note_create", "ton_send"] },
  ]);
  expect([repliesIn(messenger, "1"), repliesIn(messenger, "writing")]).toEqual([
    ["Main here."],
    ["Written."],
  ]);
  const { items } = await askAs(agent.core.control, await callerOf(agent))(
    agentOperations.list,
    {},
  );
  expect(items).toEqual([
    { name: "main", here: true, model: "scripted/main", tools: 3, places: [] },
    {
      name: "writer",
      here: false,
      model: "scripted/writer",
      tools: 2,
      places: ["scripted:writing"],
    },
  ]);
  await endStory(agent, model, written);
});

test("switching begins a new session with the next message, and leaves other chats alone", async () => {
  const messenger = scriptedChannel();
  const model = says("Main here.");
  const written = says("Written.");
  const agents = [writerWith(written, { chats: [] })];
  await using agent = await startAgent({ model, channels: [messenger], tools, agents });
  const sayIn = async (externalId: string, count: number) => {
    await messenger.say("hello", { externalId });
    await messenger.received(count);
  };

  await sayIn("1", 1);
  await sayIn("2", 2);
  expect(await switchTo(agent, "writer")).toEqual({ agent: "writer" });
  expect(await sessionsOf(agent, "1")).toEqual([{ reason: null, turns: 1 }]);
  await sayIn("1", 3);
  await sayIn("1", 4);
  await sayIn("2", 5);
  await switchTo(agent, "main");
  await sayIn("1", 6);

  expect(repliesIn(messenger, "1")).toEqual(["Main here.", "Written.", "Written.", "Main here."]);
  expect(written.requests.map(({ messages }) => messages.length)).toEqual([1, 3]);
  expect(await sessionsOf(agent, "1")).toEqual([
    { reason: null, turns: 1 },
    { reason: "agent", turns: 2 },
    { reason: "agent", turns: 1 },
  ]);
  expect(await sessionsOf(agent, "2")).toEqual([{ reason: null, turns: 2 }]);
  await endStory(agent, model, written);
});

test("switching there and back without a word, or to the same soul and tools, keeps the session", async () => {
  const messenger = scriptedChannel();
  const model = says("Main here.");
  const quick = says("Quickly.");
  const agents = [
    writerWith(says("Written."), { chats: [] }),
    { name: "quick", model: quick, utility: undefined, budgets: {}, chats: [] },
  ];
  await using agent = await startAgent({ model, channels: [messenger], tools, agents });

  await messenger.say("hello");
  await messenger.received(1);
  await switchTo(agent, "writer");
  await switchTo(agent, "main");
  await messenger.say("still there?");
  await messenger.received(2);
  await switchTo(agent, "quick");
  await messenger.say("and now?");
  await messenger.received(3);

  expect(await sessionsOf(agent, "1")).toEqual([{ reason: null, turns: 3 }]);
  expect(quick.requests.map(({ messages }) => messages.length)).toEqual([5]);
  await endStory(agent, model, quick);
});

test("a chat remembers its agent when the process is another", async () => {
  const messenger = scriptedChannel();
  const model = says("Main here.");
  const options = { model, tools, agents: [writerWith(says("Written."), { chats: [] })] };
  await using before = await startAgent({ ...options, channels: [messenger] });
  await messenger.say("hello");
  await messenger.received(1);
  await switchTo(before, "writer");
  await before.stop();

  const later = scriptedChannel();
  await using agent = await startAgent({ ...options, channels: [later], home: before.home });
  await later.say("hello again", { id: "again" });
  await later.received(1);
  expect(repliesIn(later, "1")).toEqual(["Written."]);
  await endStory(agent, model);
});

test("only the owner, and in groups admins, switch, and only to agents that there are", async () => {
  const messenger = scriptedChannel();
  const model = says("Main here.");
  const roles = { max: "admin", eve: "member" } as const;
  const agents = [writerWith(says("Written."))];
  await using agent = await startAgent({ model, channels: [messenger], tools, roles, agents });
  const direct = { kind: "direct" } as const;
  const group = { externalId: "2", kind: "group" } as const;
  await messenger.say("hello", direct);
  await messenger.say("hello", { ...direct, sender: "max", externalId: "3" });
  await messenger.say("hello", { ...group, sender: "max" });
  await messenger.say("hello", { ...group, sender: "eve" });
  for (const externalId of ["1", "2", "3"]) await messenger.received(1, externalId);

  await expect(switchTo(agent, "writer", { name: "max", externalId: "3" })).rejects.toMatchObject({
    code: "denied",
    message: "Only the owner can switch this chat's agent.",
  });
  await expect(switchTo(agent, "writer", { name: "eve", externalId: "2" })).rejects.toMatchObject({
    code: "denied",
    message: "Only the owner and admins can switch this chat's agent.",
  });
  expect(await switchTo(agent, "writer", { name: "max", externalId: "2" })).toEqual({
    agent: "writer",
  });
  expect(await switchTo(agent, "writer", { name: "ann", externalId: "3" })).toEqual({
    agent: "writer",
  });
  await expect(switchTo(agent, "wrter")).rejects.toMatchObject({
    code: "missing",
    hint: "Did you mean writer?",
  });
  await expect(switchTo(agent, "writer", { externalId: "new" })).rejects.toMatchObject({
    code: "missing",
    message: "This chat has no messages yet.",
  });
});

test("a tool that an agent does not have is refused, also when it is named through tool_call", async () => {
  const messenger = scriptedChannel();
  const written = scriptedModel([
    {
      calls: [
        { name: "web_fetch", args: {} },
        { name: "tool_call", args: { name: "web_fetch", arguments: {} } },
        { name: "tool_call", args: { name: "note_create", arguments: {} } },
      ],
    },
    { text: "I cannot." },
  ]);
  const agents = [writerWith(written)];
  await using agent = await startAgent({
    model: says("never"),
    channels: [messenger],
    tools,
    agents,
  });

  await messenger.say("fetch it", { externalId: "writing" });
  await messenger.received(1);

  const refused =
    "denied: web_fetch is not one of the tools available to the agent writer. Say so instead of trying another way.";
  expect(written.requests[1]?.messages.slice(-3).map(({ text }) => text)).toEqual([
    refused,
    refused,
    "done",
  ]);
  await endStory(agent, written);
});

test("what a tool returned is not read on by an agent that lacks the tool", async () => {
  const messenger = scriptedChannel();
  const fetch = fakeTool("web_fetch", { run: async () => "secret ".repeat(10_000) });
  let artifact = "";
  const model = scriptedModel(({ messages }) => {
    const last = messages.at(-1);
    if (last?.role === "user") return { calls: [{ name: "web_fetch", args: {} }] };
    artifact = /"artifact":"([^"]+)"/.exec(last?.text ?? "")?.[1] ?? "";
    return { text: "Fetched." };
  });
  const written = scriptedModel(({ messages }) => {
    if (messages.at(-1)?.role !== "user") return { text: "I cannot." };
    return { calls: [{ name: "artifact_read", args: { id: artifact } }] };
  });
  const agents = [writerWith(written, { chats: [] })];
  const all = [fetch, artifactRead];
  await using agent = await startAgent({ model, channels: [messenger], tools: all, agents });

  await messenger.say("fetch it");
  await messenger.received(1);
  await switchTo(agent, "writer");
  await messenger.say("read on");
  await messenger.received(2);

  expect((await agent.store.read.artifacts.byId(artifact))?.tool).toBe("web_fetch");
  expect(written.requests[1]?.messages.at(-1)?.text).toBe(
    "denied: web_fetch is not one of the tools available to the agent writer. Say so instead of trying another way.",
  );
  await endStory(agent, model, written);
});

test("a call that was allowed for one agent does not run for another that has no such tool", async () => {
  const messenger = scriptedChannel();
  const sent: string[] = [];
  const send = fakeTool("ton_send", {
    effect: "pay",
    confirm: () => "Send?",
    run: async () => {
      sent.push("sent");
      return "sent";
    },
  });
  const model = scriptedModel([{ calls: [{ name: "ton_send", args: {} }] }, { text: "It waits." }]);
  const written = says("I may not send.");
  const rules = { agent: "writer", deny: ["ton_*"] };
  const agents = [writerWith(written, { chats: [], rules })];
  await using agent = await startAgent({ model, channels: [messenger], tools: [send], agents });

  await messenger.say("send");
  const [, question] = await messenger.received(2);
  if (question?.part.type !== "approval") throw new Error("nothing was asked");
  await switchTo(agent, "writer");
  const { person: by } = await callerOf(agent);
  const approval = toId<"approval">(question.part.approval);
  await agent.core.inbox.decide({ approval, verdict: "allow", by });
  await messenger.received(3);

  expect(sent).toEqual([]);
  expect(written.requests[0]?.messages.at(-1)?.text).toContain(
    "ton_send is not one of the tools available to the agent writer.",
  );
  expect((await agent.store.read.approvals.byId(approval))?.state).toBe("failed");
  await endStory(agent, model, written);
});

test("an agent's own limit of steps goes before the chat's", async () => {
  const messenger = scriptedChannel();
  let asked = 0;
  const written = scriptedModel(({ tools: array }) => {
    asked += 1;
    const call = { name: "note_create", args: { to: `${asked}` } };
    return array.length === 0 ? { text: "Done." } : { calls: [call] };
  });
  const agents = [writerWith(written, { budgets: { steps: 2 } })];
  await using agent = await startAgent({
    model: says("never"),
    channels: [messenger],
    tools,
    agents,
    maxSteps: 4,
  });

  await messenger.say("write", { externalId: "writing" });
  await messenger.received(1);
  expect(written.requests).toHaveLength(3);
  await endStory(agent, written);
});

test("an agent that has used up its day says so once for each message, and answers the next day", async () => {
  const messenger = scriptedChannel();
  let now = Date.UTC(2026, 1, 20, 22);
  const usage = { inputTokens: 90, cachedTokens: 0, outputTokens: 20 };
  const written = scriptedModel(() => ({ text: "Written.", usage }));
  const model = says("Main here.");
  const agents = [writerWith(written, { budgets: { tokensPerDay: 100 } })];
  const clock = { now: () => now };
  await using agent = await startAgent({ model, channels: [messenger], tools, agents, clock });
  const write = async (count: number) => {
    await messenger.say("write", { externalId: "writing" });
    await messenger.received(count);
  };

  await write(1);
  await write(2);
  await write(3);
  await messenger.say("hello", { externalId: "1" });
  await messenger.received(4);
  now += 2 * 3_600_000;
  await write(5);

  const line =
    "Agent writer has used up its tokens for today: 110 of 100 tokens. It will answer again after midnight (UTC).";
  expect(repliesIn(messenger, "writing")).toEqual(["Written.", line, line, "Written."]);
  expect(messenger.delivered[1]?.part).toEqual({ type: "notice", code: "exhausted", text: line });
  expect(repliesIn(messenger, "1")).toEqual(["Main here."]);
  expect(await endStory(agent, model, written)).toEqual([
    "write: answered",
    "write: refused (exhausted: 110 of 100 tokens)",
    "write: refused (exhausted: 110 of 100 tokens)",
    "hello: answered",
    "write: answered",
  ]);
});

test("a message that is refused for a budget stands in the copy of its session", async () => {
  const messenger = scriptedChannel();
  await using copies = await openFolder();
  const transcripts = copies.path;
  const usage = { inputTokens: 90, cachedTokens: 0, outputTokens: 20 };
  const written = scriptedModel([{ text: "Written.", usage }]);
  const agents = [writerWith(written, { budgets: { tokensPerDay: 100 } })];
  const model = says("never");
  await using agent = await startAgent({ model, channels: [messenger], agents, transcripts });

  await messenger.say("write one", { externalId: "writing" });
  await messenger.received(1);
  await messenger.say("write two", { externalId: "writing" });
  await messenger.received(2);
  await agent.stop();

  const [file = ""] = await readdir(transcripts);
  const copy = await readFile(path.join(transcripts, file), "utf8");
  expect(copy.match(/write \w+|Written\.|limit was reached/g)).toEqual([
    "write one",
    "Written.",
    "write two",
    "limit was reached",
  ]);
});

async function openFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-agents-"));
  return { path: folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

test("a turn whose agent uses up its day ends before the next thought, with what it did kept", async () => {
  const messenger = scriptedChannel();
  const usage = { inputTokens: 5, cachedTokens: 0, outputTokens: 5, costNano: 600_000_000n };
  const written = scriptedModel([{ calls: [{ name: "note_create", args: {} }], usage }]);
  const agents = [writerWith(written, { budgets: { costNanoPerDay: 500_000_000n } })];
  await using agent = await startAgent({
    model: says("never"),
    channels: [messenger],
    tools,
    agents,
    clock: { now: () => Date.UTC(2026, 1, 20, 22) },
  });

  await messenger.say("write", { externalId: "writing" });
  await messenger.received(1);

  expect(repliesIn(messenger, "writing")).toEqual([
    "The daily budget for agent writer is used up: $0.6 of $0.5. I'll answer again on 2026-02-21 at 00:00 (UTC).",
  ]);
  expect(await endStory(agent, written)).toEqual([
    "write: refused (exhausted: $0.6 of $0.5 in a day for the agent writer)",
  ]);
});
