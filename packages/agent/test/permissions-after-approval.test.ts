import { people } from "@reeve/operations/people/people";
import { approvals } from "@reeve/operations/work/approvals";
import { expect, test } from "vitest";
import { z } from "zod";
import { toId } from "../src/kernel/ids.ts";
import type { Role } from "../src/kernel/principal.ts";
import { type ScriptedAnswer, scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { type ScriptedChannel, scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { answerAs, questionIn, sendingTool, textsIn, transferTo } from "./kit/approval-story.ts";
import { askAs } from "../src/operations/ask.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { heldAnswer } from "./kit/models/held-answer.ts";
import { heldTool } from "./kit/blocked-tool.ts";
import { type RunningAgent, startAgent } from "./kit/start-agent.ts";

const roles = { ann: "owner", art: "admin", bea: "admin", cid: "admin", bob: "member" } as const;
const hello = { text: "Hello." };
const done = { text: "So be it." };
const called = (...names: readonly string[]) => ({
  calls: names.map((name) => ({ name, args: {} })),
});

async function makeRole(
  agent: RunningAgent,
  name: string,
  role: Exclude<Role, "owner">,
): Promise<void> {
  const { person } = await callerOf(agent, { name });
  await askAs(agent.core.control, await callerOf(agent))(people.setRole, { id: person.id, role });
}

/** Makes each person say hello in their own chat, named after them. */
async function meet(messenger: ScriptedChannel, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    await messenger.say("hello", { sender: name, externalId: name });
    await messenger.received(1, name);
  }
}

/** Says hello back, then what the script says. */
function modelAfter(hellos: number, script: readonly ScriptedAnswer[]) {
  return scriptedModel([...Array.from({ length: hellos }, () => hello), ...script]);
}

function finished(messenger: ScriptedChannel, externalId: string): Promise<unknown> {
  return expect.poll(() => textsIn(messenger, externalId)).toContain(done.text);
}

test("what somebody allowed who may not decide any more does not run", async () => {
  const messenger = scriptedChannel();
  const { tool, sent } = sendingTool();
  const held = heldAnswer(hello);
  const model = modelAfter(3, [transferTo("Bob"), { text: "It waits." }, held.answer, done]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool], roles });
  await meet(messenger, "ann", "art", "bob");
  await messenger.say("send", { sender: "bob", externalId: "bob" });
  const { approval } = await questionIn(messenger, 3, "bob");
  await messenger.say("and else?", { sender: "bob", externalId: "bob" });
  await held.begun;

  await answerAs(agent, "art", { approval: toId(approval), verdict: "allow" });
  await makeRole(agent, "art", "member");
  held.letGo();
  await finished(messenger, "bob");

  expect(sent).toEqual([]);
  expect((await agent.store.read.approvals.byId(toId(approval)))?.state).toBe("failed");
  expect(model.requests.at(-1)?.messages.at(-1)?.text).toContain("may no longer approve calls");
  await expect.poll(() => messenger.results).toHaveLength(2);
  expect(
    messenger.results.map(({ externalId, text }) => `${externalId}: ${text}`).toSorted(),
  ).toEqual([
    "ann: ❌ Not done: Send to Bob (allowed by art)",
    "bob: ❌ Not done: Send to Bob (allowed by art)",
  ]);
  await endStory(agent, model);
});

test("a person who allowed it and may not decide any more does not count beside another", async () => {
  const messenger = scriptedChannel();
  const { tool, sent } = sendingTool();
  const model = modelAfter(4, [transferTo("Bob"), { text: "It waits." }]);
  const deps = { model, channels: [messenger], tools: [tool], roles, twoPerson: ["pay"] };
  await using agent = await startAgent(deps);
  await meet(messenger, "ann", "art", "bea", "bob");
  await messenger.say("send", { sender: "bob", externalId: "bob" });
  const approval = toId<"approval">((await questionIn(messenger, 3, "bob")).approval);

  await answerAs(agent, "art", { approval, verdict: "allow" });
  await makeRole(agent, "art", "member");

  expect(await answerAs(agent, "bea", { approval, verdict: "allow" })).toBe("counted");
  expect(sent).toEqual([]);
  expect(await agent.store.read.approvals.byId(approval)).toMatchObject({ votes: 1, needed: 2 });
});

test("of two people who have to allow it none has asked for it, also not with another", async () => {
  const messenger = scriptedChannel();
  const { tool, sent } = sendingTool();
  const held = heldAnswer(hello);
  const model = modelAfter(3, [held.answer, transferTo("Bob"), { text: "It waits." }]);
  const deps = { model, channels: [messenger], tools: [tool], roles, mode: "queue" } as const;
  await using agent = await startAgent({ ...deps, twoPerson: ["pay"] });
  await meet(messenger, "ann", "art", "bea");
  const group = { externalId: "7", kind: "group" } as const;
  await messenger.say("good morning", { ...group, sender: "ann" });
  await held.begun;
  await messenger.say("send it to Bob", { ...group, sender: "art" });
  await messenger.say("please", { ...group, sender: "ann" });
  held.letGo();
  const approval = toId<"approval">((await questionIn(messenger, 3, "7")).approval);

  for (const name of ["art", "ann"])
    await expect(answerAs(agent, name, { approval, verdict: "allow" })).rejects.toMatchObject({
      code: "denied",
    });
  expect(await answerAs(agent, "bea", { approval, verdict: "allow" })).toBe("counted");
  expect(sent).toEqual([]);
});

test("a call is not changed by one person into what two have to allow", async () => {
  const messenger = scriptedChannel();
  const ran: unknown[] = [];
  const tool = fakeTool("shop_order", {
    effect: "send",
    effectOf: (params) =>
      z.object({ to: z.string() }).parse(params).to === "shop" ? "pay" : "send",
    run: async (params) => ran.push(params),
  });
  const order = { calls: [{ name: "shop_order", args: { to: "list" } }] };
  const model = modelAfter(1, [order, { text: "It waits." }, done]);
  const deps = { model, channels: [messenger], tools: [tool], roles, twoPerson: ["pay"] };
  await using agent = await startAgent(deps);
  await meet(messenger, "ann");
  await messenger.say("order", { externalId: "ann" });
  const approval = toId<"approval">((await questionIn(messenger, 3, "ann")).approval);

  const decision = { approval, verdict: "allow", args: { to: "shop" } } as const;
  await expect(answerAs(agent, "ann", decision)).rejects.toMatchObject({ code: "invalid" });
  expect(await answerAs(agent, "ann", { approval, verdict: "allow" })).toBe("recorded");
  await finished(messenger, "ann");
  expect(ran).toEqual([{ to: "list" }]);
  await endStory(agent, model);
});

test("a rule that was laid down after a question forbids what was asked", async () => {
  const messenger = scriptedChannel();
  const { tool, sent } = sendingTool();
  const model = modelAfter(1, [transferTo("Bob"), { text: "It waits." }, hello, done]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool], roles });
  await meet(messenger, "ann");
  await messenger.say("send", { externalId: "ann" });
  const approval = toId<"approval">((await questionIn(messenger, 3, "ann")).approval);
  await messenger.say("Never pay anybody.", { externalId: "ann" });
  await messenger.received(4, "ann");

  await answerAs(agent, "ann", { approval, verdict: "allow" });
  await finished(messenger, "ann");

  expect(sent).toEqual([]);
  expect(model.requests.at(-1)?.messages.at(-1)?.text).toContain("A rule in this chat forbids it");
  await endStory(agent, model);
});

test("a rule that is passed on or was written by somebody else is none", async () => {
  const messenger = scriptedChannel();
  const { tool, sent } = sendingTool();
  const model = modelAfter(1, [hello, transferTo("Bob"), { text: "It waits." }, done]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool], roles });
  await meet(messenger, "ann");
  await messenger.say("Never pay anybody.", { externalId: "ann", forwardedFrom: "Mallory" });
  await messenger.received(2, "ann");
  await messenger.say("send", { externalId: "ann" });
  const approval = toId<"approval">((await questionIn(messenger, 4, "ann")).approval);
  await answerAs(agent, "ann", { approval, verdict: "allow" });
  await finished(messenger, "ann");

  expect(sent).toEqual(["Bob"]);
  await endStory(agent, model);
});

test("what a grant allowed does not start once the grant was taken back", async () => {
  const messenger = scriptedChannel();
  const { tool, sent } = sendingTool();
  const { tool: first, begun, letGo } = heldTool("home_look", { effect: "write" });
  const thought = { calls: [...called("home_look").calls, ...transferTo("Bob").calls] };
  const model = modelAfter(1, [transferTo("Bob"), hello, done, thought, { text: "No more." }]);
  const tools = [tool, first];
  await using agent = await startAgent({ model, channels: [messenger], tools, roles });
  await meet(messenger, "ann");
  await messenger.say("send", { externalId: "ann" });
  const approval = toId<"approval">((await questionIn(messenger, 3, "ann")).approval);
  await answerAs(agent, "ann", { approval, verdict: "allow", always: true });
  await finished(messenger, "ann");
  await messenger.say("look, and send again", { externalId: "ann" });
  await begun;
  const ann = await callerOf(agent, { externalId: "ann" });
  await askAs(agent.core.control, ann)(approvals.revoke, { id: approval });
  letGo();
  await messenger.received(5, "ann");

  expect(sent).toEqual(["Bob"]);
  expect(model.requests.at(-1)?.messages.at(-1)?.text).toContain("was revoked");
  await endStory(agent, model);
});

test("whoever loses a role while their turn runs loses what it allowed", async () => {
  const messenger = scriptedChannel();
  const ran: string[] = [];
  const vault = fakeTool("vault_open", {
    effect: "write",
    access: "admin",
    run: async () => ran.push("opened"),
  });
  const { tool: first, begun, letGo } = heldTool("home_look", { effect: "write" });
  const model = modelAfter(2, [called("home_look", "vault_open"), done]);
  const tools = [vault, first];
  await using agent = await startAgent({ model, channels: [messenger], tools, roles });
  await meet(messenger, "ann", "art");
  await messenger.say("look and open", { sender: "art", externalId: "art" });
  await begun;
  await makeRole(agent, "art", "member");
  letGo();
  await finished(messenger, "art");

  expect(ran).toEqual([]);
  expect(model.requests.at(-1)?.messages.at(-1)?.text).toContain("the requester's role is member");
  await endStory(agent, model);
});

test("whoever loses a role while their message waits is answered with what is left", async () => {
  const messenger = scriptedChannel();
  const ran: string[] = [];
  const vault = fakeTool("vault_open", { access: "admin", run: async () => ran.push("opened") });
  const held = heldAnswer(hello);
  const model = modelAfter(2, [held.answer, called("vault_open"), done]);
  const deps = { model, channels: [messenger], tools: [vault], roles, mode: "queue" } as const;
  await using agent = await startAgent(deps);
  await meet(messenger, "ann", "art");
  await messenger.say("good morning", { sender: "art", externalId: "art" });
  await held.begun;
  await messenger.say("open it", { sender: "art", externalId: "art" });
  await makeRole(agent, "art", "member");
  held.letGo();
  await finished(messenger, "art");

  expect(ran).toEqual([]);
  await endStory(agent, model);
});

test("what a turn of several people asked for is carried out as what the least of them may", async () => {
  const messenger = scriptedChannel();
  const ran: string[] = [];
  const { tool } = sendingTool();
  const vault = fakeTool("vault_open", { access: "admin", run: async () => ran.push("opened") });
  const held = heldAnswer(hello);
  const script = [held.answer, transferTo("Bob"), hello, called("vault_open"), done];
  const model = modelAfter(1, script);
  const deps = { model, channels: [messenger], tools: [tool, vault], mode: "queue" } as const;
  await using agent = await startAgent({ ...deps, roles });
  await meet(messenger, "ann");
  const group = { externalId: "7", kind: "group" } as const;
  await messenger.say("good morning", { ...group, sender: "ann" });
  await held.begun;
  await messenger.say("send it to Bob and open the vault", { ...group, sender: "bob" });
  await messenger.say("yes", { ...group, sender: "ann" });
  held.letGo();
  const approval = toId<"approval">((await questionIn(messenger, 3, "7")).approval);
  await answerAs(agent, "ann", { approval, verdict: "allow" });
  await finished(messenger, "7");

  expect(ran).toEqual([]);
  expect(model.requests.at(-1)?.messages.at(-1)?.text).toContain("the requester's role is member");
  await endStory(agent, model);
});
