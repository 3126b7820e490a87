import { sessions } from "@reeve/operations/work/sessions";
import { askAs } from "../src/operations/ask.ts";
import { Fault, type Tool } from "@reeve/sdk";
import { expect, test } from "vitest";
import { z } from "zod";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { artifactRead } from "../src/tools/core/artifact-read.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { heldTool } from "./kit/blocked-tool.ts";
import { startAgent } from "./kit/start-agent.ts";

const looks = { calls: [{ name: "look", args: {} }] };
const done = { text: "Done." };
const says = (to: string) => ({ calls: [{ name: "say", args: { to } }] });

/** Returns the results, as the model reads them, of the calls in its first step. */
async function resultsOf(
  calls: readonly { readonly name: string; readonly args: unknown }[],
  { tools, role = "owner" }: { tools: readonly Tool[]; role?: "owner" | "member" },
) {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ calls }, done]);
  const deps = { model, channels: [messenger], tools };
  await using agent = await startAgent({ ...deps, roles: { ann: role } });
  await messenger.say("go");
  await messenger.received(1);
  expect(await endStory(agent, model)).toEqual(["go: answered"]);
  const results = model.requests[1]?.messages.slice(-calls.length) ?? [];
  return results.map((message) =>
    message.role === "tool" ? [message.text, message.isError] : message.role,
  );
}

test("calls that may not run are results that the model reads, in the order it asked", async () => {
  const ran: string[] = [];
  const run = async () => ran.push("ran");
  const tools = [
    fakeTool("look"),
    fakeTool("group_only", { scope: "group-only", run }),
    fakeTool("owner_only", { access: "owner", run }),
    fakeTool("faulty", {
      run: () => Promise.reject(new Fault("missing", "No such file.", { hint: "List them." })),
    }),
  ];
  const calls = [
    { name: "no_such_tool", args: {} },
    { name: "look", args: { to: 7 } },
    { name: "group_only", args: {} },
    { name: "owner_only", args: {} },
    { name: "faulty", args: {} },
    { name: "look", args: {} },
  ];

  expect(await resultsOf(calls, { tools, role: "member" })).toEqual([
    [
      'missing: Unknown tool: "no_such_tool". Use one of the tools that are available to you.',
      true,
    ],
    ["invalid: ✖ Invalid input: expected string, received number\n  → at to", true],
    ["denied: group_only can be used only in groups.", true],
    ["denied: owner_only requires the role owner or above; the requester's role is member.", true],
    ["missing: No such file. List them.", true],
    ["done", false],
  ]);
  expect(ran).toEqual([]);
});

test("what a chat and a role may not use is not offered there", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => done);
  const tools = [
    fakeTool("look"),
    fakeTool("group_only", { scope: "group-only" }),
    fakeTool("dm_only", { scope: "dm-only" }),
    fakeTool("admin_only", { scope: "admin-only" }),
  ];
  const deps = { model, channels: [messenger], tools };
  await using agent = await startAgent({ ...deps, roles: { bob: "member" } });

  await messenger.say("go");
  await messenger.received(1);
  await messenger.say("go", { externalId: "7", kind: "group", sender: "bob" });
  await messenger.received(2);

  expect(model.requests.map((request) => request.tools.map(({ name }) => name))).toEqual([
    ["look", "dm_only", "admin_only"],
    ["look", "group_only"],
  ]);
  expect(await endStory(agent, model)).toEqual(["go: answered", "go: answered"]);
});

test("reads run side by side and others in order, each seeing what came before", async () => {
  const log: string[] = [];
  const reading = Promise.withResolvers<void>();
  const tools = [
    fakeTool("slow_read", {
      run: async () => {
        log.push("slow begins");
        await reading.promise;
        log.push("slow ends");
      },
    }),
    fakeTool("quick_read", {
      run: async () => {
        log.push("quick");
        reading.resolve();
      },
    }),
    fakeTool("write", { effect: "write", run: async () => log.push("write") }),
    fakeTool("late_read", { run: async () => log.push("late") }),
  ];
  const calls = ["slow_read", "quick_read", "write", "late_read"].map((name) => ({
    name,
    args: {},
  }));

  await resultsOf(calls, { tools });

  expect(log).toEqual(["slow begins", "quick", "slow ends", "write", "late"]);
});

test("after its last step the model is asked once, without tools, to close", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(({ tools, messages }) =>
    tools.length === 0
      ? { text: "That is all.", calls: [{ name: "look", args: { to: "late" } }] }
      : { calls: [{ name: "look", args: { to: String(messages.length) } }] },
  );
  const ran: unknown[] = [];
  const tool = fakeTool("look", { run: async (args) => ran.push(args) });
  const deps = { model, channels: [messenger], tools: [tool] };
  await using agent = await startAgent({ ...deps, maxSteps: 2 });

  await messenger.say("go");
  const [reply] = await messenger.received(1);

  expect(model.requests.map(({ tools }) => tools.length)).toEqual([1, 1, 0]);
  expect(model.requests[2]?.messages.at(-1)).toEqual({
    role: "user",
    text: "[You have used all steps in this turn. Answer now without tools: say what is done and what is not.]",
  });
  expect({ reply: reply?.part, ran: ran.length }).toEqual({
    reply: { type: "text", text: "That is all." },
    ran: 2,
  });
  expect(await endStory(agent, model)).toEqual(["go: answered"]);
});

test("a chat's step limit can be changed while the agent runs", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(({ tools, messages }) =>
    tools.length === 0 || messages.length === 1
      ? { text: "All." }
      : { calls: [{ name: "look", args: { to: String(messages.length) } }] },
  );
  const deps = { model, channels: [messenger], tools: [fakeTool("look")] };
  await using agent = await startAgent(deps);

  await messenger.say("hello");
  await messenger.received(1);
  await askAs(agent.core.control, await callerOf(agent))(sessions.configure, { maxSteps: 1 });
  await messenger.say("go");
  await messenger.received(2);

  expect(model.requests.map(({ tools }) => tools.length)).toEqual([1, 1, 0]);
  expect(await endStory(agent, model)).toEqual(["hello: answered", "go: answered"]);
});

test("the same call three times ends with a question to the user, and the third does not run", async () => {
  const messenger = scriptedChannel();
  let ran = 0;
  const tool = fakeTool("look", { run: async () => (ran += 1) });
  const model = scriptedModel([looks, looks, { text: "Once more.", ...looks }, { text: "Good." }]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool] });

  await messenger.say("look");
  await messenger.received(1);
  await messenger.say("never mind");
  await messenger.received(2);

  const question =
    "I called look three times with the same arguments without getting any further. How should I continue?";
  expect({ ran, parts: messenger.delivered.map(({ part }) => part) }).toEqual({
    ran: 2,
    parts: [
      { type: "text", text: question },
      { type: "text", text: "Good." },
    ],
  });
  expect(model.requests[3]?.messages.slice(-3)).toMatchObject([
    { role: "tool", isError: true },
    { role: "assistant", text: question, calls: [] },
    { role: "user" },
  ]);
  expect(await endStory(agent, model)).toEqual(["look: answered", "never mind: answered"]);
});

test("a result over the limit is stored whole, and read on in this chat and in no other", async () => {
  const messenger = scriptedChannel();
  const text = `${"a".repeat(30_000)}needle${"z".repeat(30_000)}`;
  let artifact = "";
  const model = scriptedModel(({ messages }) => {
    const last = messages.at(-1);
    if (last?.role !== "user") return done;
    const args = { id: artifact, offset: 30_000, limit: 6 };
    return artifact ? { calls: [{ name: "artifact_read", args }] } : looks;
  });
  const tools = [fakeTool("look", { run: async () => text }), artifactRead];
  await using agent = await startAgent({ model, channels: [messenger], tools });

  await messenger.say("look");
  await messenger.received(1);
  const excerpt = JSON.parse(model.requests[1]?.messages.at(-1)?.text ?? "{}") as Record<
    string,
    unknown
  >;
  artifact = String(excerpt["artifact"]);
  await messenger.say("read on");
  await messenger.received(2);
  await messenger.say("read on", { externalId: "2" });
  await messenger.received(3);

  expect(excerpt).toEqual({
    artifact,
    totalChars: text.length,
    head: text.slice(0, 4000),
    tail: text.slice(-1000),
    note: "The result was too long to show in full. Read the rest with artifact_read.",
  });
  expect(model.requests[3]?.messages.at(-1)).toMatchObject({
    text: JSON.stringify({ text: "needle", offset: 30_000, next: 30_006, totalChars: text.length }),
  });
  expect(model.requests[5]?.messages.at(-1)).toMatchObject({
    text: `missing: Artifact not found in this chat: ${artifact} Use the id from the shortened result.`,
    isError: true,
  });
  expect(await endStory(agent, model)).toEqual([
    "look: answered",
    "read on: answered",
    "read on: answered",
  ]);
});

test("a tool that takes too long is ended, told to stop, and the turn goes on", async () => {
  const messenger = scriptedChannel();
  const { tool, begun } = heldTool("look");
  const model = scriptedModel([looks, { text: "It is slow today." }]);
  const deps = { model, channels: [messenger], tools: [tool] };
  await using agent = await startAgent({ ...deps, timeoutMs: 100 });

  await messenger.say("look");
  const signal = await begun;
  const [reply] = await messenger.received(1);

  expect({ aborted: signal.aborted, reply: reply?.part }).toEqual({
    aborted: true,
    reply: { type: "text", text: "It is slow today." },
  });
  expect(model.requests[1]?.messages.at(-1)).toMatchObject({
    text: "unavailable: look took longer than 0.1 seconds and was stopped. Request less at once, or say that the call did not finish.",
    isError: true,
  });
  expect(await endStory(agent, model)).toEqual(["look: answered"]);
});

test("a model that ends without a word still answers", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: " \n" }]);
  await using agent = await startAgent({ model, channels: [messenger] });

  await messenger.say("go");
  const [reply] = await messenger.received(1);

  expect(reply?.part).toEqual({ type: "text", text: "I have nothing to add." });
  expect(await endStory(agent, model)).toEqual(["go: answered"]);
});

test("nothing is added where a tool spoke into this very chat, and a line where it spoke elsewhere", async () => {
  const messenger = scriptedChannel();
  const sent: string[] = [];
  const say = fakeTool("say", {
    params: z.object({ to: z.string() }),
    targetChat: (params) => ({
      platform: "scripted",
      chatId: z.object({ to: z.string() }).parse(params).to,
    }),
    run: async (params) => void sent.push(JSON.stringify(params)),
  });
  const silence = { text: "" };
  const model = scriptedModel([says("1"), silence, says("2"), silence]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [say] });

  const { signal } = new AbortController();
  await messenger.say("tell me", { externalId: "1" });
  const address = { channel: "scripted", externalId: "1" };
  const events = agent.core.events.subscribe(address, { since: 0, signal });
  for await (const { type } of events) if (type === "turn-end") break;
  await messenger.say("tell her", { externalId: "3" });
  await messenger.received(1);

  expect(messenger.delivered.map(({ externalId, part }) => [externalId, part])).toEqual([
    ["3", { type: "text", text: "I have nothing to add." }],
  ]);
  expect(sent).toEqual(['{"to":"1"}', '{"to":"2"}']);
  expect(await endStory(agent, model)).toEqual(["tell me: answered", "tell her: answered"]);
});

test("of more than 64 calls in a step the first 64 run", async () => {
  const messenger = scriptedChannel();
  let runs = 0;
  const tool = fakeTool("home_read", {
    run: async () => {
      runs += 1;
      return runs;
    },
  });
  const calls = Array.from({ length: 200 }, (_, at) => ({ name: "home_read", args: { at } }));
  const model = scriptedModel([{ calls }, { text: "Done." }]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool] });
  await messenger.say("everything");
  await messenger.received(1);
  await endStory(agent);
  const [assistant] = model.requests[1]?.messages.filter(({ role }) => role === "assistant") ?? [];
  expect(runs).toBe(64);
  expect(assistant?.role === "assistant" && assistant.calls.length).toBe(64);
});
