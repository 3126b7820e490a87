import { sessions } from "@reeve/operations/work/sessions";
import { askAs } from "../src/operations/ask.ts";
import { tools as toolOperations } from "@reeve/operations/agent/tools";
import { askOf } from "./kit/ask-of.ts";
import { expect, test } from "vitest";
import { toId } from "../src/kernel/ids.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { startAgent } from "./kit/start-agent.ts";

/** The chat of `askOf`. */
const here = { surface: "scripted", chat: "1" };

const call = (name: string) => ({ calls: [{ name, args: {} }] });

test("a tool that is switched off is refused at once, and leaves the array with the next session", async () => {
  const messenger = scriptedChannel();
  const ran: string[] = [];
  const look = fakeTool("web_look", { run: async () => ran.push("look") });
  const model = scriptedModel([
    { text: "Hello." },
    call("web_look"),
    { text: "I may not." },
    { text: "New." },
  ]);
  const tools = [look, fakeTool("note_list")];
  await using agent = await startAgent({ model, channels: [messenger], tools });

  await messenger.say("hello");
  await messenger.received(1);
  const set = await askOf(agent)(toolOperations.setCategory, {
    name: "web",
    chat: here,
    enabled: false,
  });
  await messenger.say("look");
  await messenger.received(2);
  await askAs(agent.core.control, await callerOf(agent))(sessions.new, {});
  await messenger.say("again");
  await messenger.received(3);

  expect(set).toEqual({ category: "web", where: "scripted/1", now: "off" });
  expect(ran).toEqual([]);
  const [first, second, , last] = model.requests;
  expect(second?.tools).toEqual(first?.tools);
  expect(last?.tools.map(({ name }) => name)).toEqual(["note_list"]);
  expect(model.requests[2]?.messages.at(-1)).toMatchObject({
    role: "tool",
    isError: true,
    text: expect.stringContaining("All web tools are turned off in this chat."),
  });
  const chat = { channel: "scripted", externalId: "1", kind: "direct" } as const;
  const seen: unknown[] = [];
  for await (const event of agent.core.events.subscribe(chat, { since: 0, signal: atEnd() }))
    if (event.type === "tools-change") seen.push({ ...event, at: 0, seq: 0 });
  expect(seen).toEqual([
    { type: "tools-change", category: "web", where: "here", now: "off", by: "ann", at: 0, seq: 0 },
  ]);
  await endStory(agent, model);
});

/** Ends a subscription that should only return stored events. */
function atEnd(): AbortSignal {
  const ended = new AbortController();
  setImmediate(() => ended.abort());
  return ended.signal;
}

test("a call that was allowed before a tool was switched off does not run", async () => {
  const messenger = scriptedChannel();
  const ran: string[] = [];
  const send = fakeTool("mail_send", { effect: "send", run: async () => ran.push("send") });
  const model = scriptedModel([call("mail_send"), { text: "It waits." }, { text: "No." }]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [send] });

  await messenger.say("send");
  await messenger.received(2);
  await askOf(agent)(toolOperations.set, { name: "mail_send", enabled: false });
  const [approval] = await agent.store.read.approvals.list(1);
  const { person: by } = await callerOf(agent);
  await agent.core.inbox.decide({ approval: toId(String(approval?.id)), verdict: "allow", by });
  await messenger.received(3);

  expect(ran).toEqual([]);
  const [row] = await agent.store.read.audit.list("home", { limit: 1 });
  expect(JSON.parse(row?.facts ?? "")).toMatchObject({
    verdict: "allow",
    authority: { by: "approval", approval: approval?.id, approver: by.id },
    outcome: "fault: denied",
  });
  await endStory(agent, model);
});

test("what is asked about each time is asked about, also with a grant", async () => {
  const messenger = scriptedChannel();
  const ran: string[] = [];
  const write = fakeTool("note_write", { effect: "write", run: async () => ran.push("write") });
  const model = scriptedModel([
    call("note_write"),
    { text: "Done." },
    call("note_write"),
    { text: "It waits." },
  ]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [write] });

  await messenger.say("write");
  await messenger.received(1);
  await askOf(agent)(toolOperations.set, { name: "note_write", approval: "always" });
  await messenger.say("write again");
  await messenger.received(3);

  expect(ran).toEqual(["write"]);
  expect(messenger.delivered.at(-1)?.part).toMatchObject({ type: "approval" });
  expect(await askOf(agent)(toolOperations.show, { name: "note_write" })).toMatchObject({
    isAvailable: true,
    isAskedAbout: true,
    overrides: [{ tool: "note_write", where: "everywhere", says: "needs approval each time" }],
  });
  await endStory(agent, model);
});

test("no override gives more than a tool declares", async () => {
  const messenger = scriptedChannel();
  const ran: string[] = [];
  const own = { access: "owner", scope: "group-only", run: async () => ran.push("look") } as const;
  const model = scriptedModel([
    { text: "Hello." },
    { text: "Hello." },
    call("home_look"),
    { text: "No." },
  ]);
  const deps = { model, channels: [messenger], tools: [fakeTool("home_look", own)] };
  await using agent = await startAgent({ ...deps, roles: { bob: "member" } });

  await messenger.say("hello");
  await messenger.say("hello", { sender: "bob", externalId: "2" });
  await messenger.received(2);
  const open = {
    access: "anyone",
    scope: "always",
    enabled: true,
    approval: "default",
  } as const;
  await askOf(agent)(toolOperations.set, { name: "home_look", ...open });
  await messenger.say("look", { sender: "bob", externalId: "2" });
  await messenger.received(3);

  expect(ran).toEqual([]);
  expect(await askOf(agent)(toolOperations.show, { name: "home_look" })).toMatchObject({
    isAvailable: false,
    why: "home_look can be used only in groups.",
  });
  await endStory(agent, model);
});

test("a tool that is switched off is not found either", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([
    { text: "Hello." },
    { text: "There is none." },
    { text: "There it is." },
  ]);
  const weather = fakeTool("utility_weather", { summary: "Weather forecast for a place." });
  const others = Array.from({ length: 9 }, (_, index) =>
    fakeTool(`note_${index}`, { summary: `Keeps note ${index} of a list.` }),
  );
  const deps = { model, channels: [messenger], tools: [weather, ...others] };
  await using agent = await startAgent({ ...deps, findsTools: true });

  await messenger.say("hello");
  await messenger.received(1);
  await askOf(agent)(toolOperations.set, { name: "utility_weather", enabled: false });
  await messenger.say("what is the weather forecast for Oslo?");
  await messenger.received(2);

  await askOf(agent)(toolOperations.set, { name: "utility_weather", enabled: true });
  await messenger.say("and what is the weather forecast for Rome?");
  await messenger.received(3);

  const isTold = model.requests.map(({ messages }) =>
    Boolean(messages.at(-1)?.text.includes("utility_weather(")),
  );
  expect(isTold).toEqual([false, false, true]);
  await endStory(agent, model);
});

test("modules are listed, and switched off and on in one chat by its admins", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "Hello." }, { text: "Hello." }]);
  const tools = [fakeTool("web_look"), fakeTool("web_find"), fakeTool("note_list")];
  const deps = { model, channels: [messenger], tools, roles: { bob: "member" } as const };
  await using agent = await startAgent(deps);
  await messenger.say("hello");
  await messenger.say("hello", { sender: "bob", externalId: "2" });
  await messenger.received(2);

  const ask = askOf(agent);
  const states = async () => (await ask(toolOperations.categories, {})).items;
  await ask(toolOperations.setCategory, { name: "web", chat: here, enabled: false });
  expect(await states()).toEqual([
    { category: "web", state: "off", tools: 2 },
    { category: "note", state: "on", tools: 1 },
  ]);
  await ask(toolOperations.setCategory, { name: "note", enabled: false });
  await ask(toolOperations.setCategory, { name: "note", chat: here, enabled: true });
  expect(await states()).toContainEqual({ category: "note", state: "off everywhere", tools: 1 });
  await ask(toolOperations.setCategory, { name: "note", enabled: true });
  await ask(toolOperations.setCategory, { name: "web", chat: here, enabled: true });
  expect(await states()).toEqual([
    { category: "web", state: "on", tools: 2 },
    { category: "note", state: "on", tools: 1 },
  ]);
  expect(await agent.store.read.overrides.list("home")).toEqual([]);
  const bob = askOf(agent, { name: "bob" });
  await expect(
    bob(toolOperations.setCategory, { name: "web", chat: here, enabled: false }),
  ).rejects.toThrow("Only the owner and admins can change tools (your role: member).");
  await expect(bob(toolOperations.categories, {})).rejects.toMatchObject({ code: "denied" });
  await expect(
    askOf(agent)(toolOperations.set, { name: "web_lok", enabled: false }),
  ).rejects.toThrow('Unknown tool: "web_lok".');
  await endStory(agent, model);
});
