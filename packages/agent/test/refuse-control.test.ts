import { schedules } from "@reeve/operations/work/schedules";
import { askAs } from "../src/operations/ask.ts";
import { rules as ruleOperations } from "@reeve/operations/people/rules";
import { turns } from "@reeve/operations/work/turns";
import { archive } from "@reeve/operations/memory/archive";
import { isFault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { callerOf } from "./kit/caller-of.ts";
import { type RunningAgent, startAgent } from "./kit/start-agent.ts";

const roles = { ann: "owner", art: "admin", bob: "member", gus: "guest" } as const;
const everybody = Object.keys(roles);
const leaders = ["ann", "art"];
const ofAnn = { surface: "scripted", chat: "ann" };

interface Case {
  readonly method: string;
  readonly params: object;
  /** Roles that may do so in their own direct chat, in a group, and in another person's direct chat. */
  readonly own: readonly string[];
  readonly group: readonly string[];
  readonly others: readonly string[];
}

const CASES: readonly Case[] = [
  { method: "sessions.settings", params: {}, own: everybody, group: everybody, others: everybody },
  {
    method: "sessions.configure",
    params: { maxSteps: 3 },
    own: everybody,
    group: leaders,
    others: leaders,
  },
  { method: "sessions.new", params: {}, own: everybody, group: leaders, others: leaders },
  {
    method: archive.set.name,
    params: { archive: "on" },
    own: everybody,
    group: leaders,
    others: leaders,
  },
  { method: "sessions.stop", params: {}, own: everybody, group: everybody, others: leaders },
  ...[
    { method: "turns.stopChat", params: { place: ofAnn } },
    { method: "turns.why", params: { id: "hello-ann" } },
    { method: "sessions.list", params: {} },
    { method: "approvals.list", params: {} },
    { method: "approvals.feedback", params: {} },
    { method: "approvals.grants", params: {} },
    { method: "limits.show", params: {} },
    { method: "audit.list", params: {} },
  ].map((one) => ({ ...one, own: leaders, group: leaders, others: leaders })),
  {
    method: "limits.set",
    params: { key: "money.person.day", value: "1" },
    own: ["ann"],
    group: ["ann"],
    others: ["ann"],
  },
];

test("members change what is theirs, see what is theirs, and nothing else", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Hello." }));
  await using agent = await startAgent({ model, channels: [messenger], roles });
  for (const name of [...everybody, "eve"]) {
    await messenger.say("hello", { sender: name, externalId: name, id: `hello-${name}` });
    await messenger.received(1, name);
  }
  await messenger.say("hello", { externalId: "7", kind: "group" });
  await messenger.received(1, "7");

  for (const { method, params, ...wanted } of CASES) {
    const may = {
      own: await whoMay(agent, { method, params }, (name) => name),
      group: await whoMay(agent, { method, params }, () => "7"),
      others: await whoMay(agent, { method, params }, () => "eve"),
    };
    expect({ method, params, ...may }).toEqual({ method, params, ...wanted });
  }
});

async function whoMay(
  agent: RunningAgent,
  { method, params }: Pick<Case, "method" | "params">,
  chatOf: (name: string) => string,
): Promise<readonly string[]> {
  const allowed: string[] = [];
  for (const name of everybody) {
    const caller = await callerOf(agent, { name, externalId: chatOf(name) });
    const outcome = await agent.core.control.receive(method, params, caller).then(
      () => "done",
      (error: unknown) => (isFault(error) ? error.code : error),
    );
    if (outcome === "done") allowed.push(name);
    else expect(outcome).toBe("denied");
  }
  return allowed;
}

test("what became of a message is told to who wrote it", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Hello." }));
  await using agent = await startAgent({ model, channels: [messenger], roles });
  await messenger.say("hello", { sender: "bob", externalId: "bob", id: "m1" });
  await messenger.received(1);

  const bob = await callerOf(agent, { name: "bob", externalId: "bob" });
  expect(await askAs(agent.core.control, bob)(turns.why, { id: "m1" })).toMatchObject({
    message: { author: bob.person.id, state: "answered" },
  });
});

test("a rule of a group is taken back by the owner and admins, one of a direct chat by whom it is with", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "So be it." }));
  await using agent = await startAgent({ model, channels: [messenger], roles });
  const control = agent.core.control;
  await messenger.say("Never send mail.", { externalId: "7", kind: "group" });
  await messenger.received(1, "7");
  await messenger.say("Never send mail.", { sender: "bob", externalId: "bob" });
  await messenger.received(1, "bob");
  const rules = async (name: string, externalId: string) => {
    const caller = await callerOf(agent, { name, externalId });
    const { items } = await askAs(control, caller)(ruleOperations.list, {});
    return { caller, ids: items.map(({ id }) => id) };
  };

  const inGroup = await rules("bob", "7");
  const own = await rules("bob", "bob");
  expect([inGroup.ids.length, own.ids.length]).toEqual([1, 1]);
  await expect(
    askAs(control, inGroup.caller)(ruleOperations.remove, { rule: inGroup.ids[0] ?? "" }),
  ).rejects.toMatchObject({ code: "denied" });
  await askAs(control, own.caller)(ruleOperations.remove, { rule: own.ids[0] ?? "" });
  const ann = await callerOf(agent, { externalId: "7" });
  await askAs(control, ann)(ruleOperations.remove, { rule: inGroup.ids[0] ?? "" });
  expect([(await rules("bob", "7")).ids, (await rules("bob", "bob")).ids]).toEqual([[], []]);
});

test("a job runs where who makes it has a say, and takes no name of the agent's own jobs", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Hello." }));
  await using agent = await startAgent({ model, channels: [messenger], roles });
  for (const sender of everybody) await messenger.say("hello", { sender, externalId: sender });
  await messenger.say("hello", { sender: "ann", externalId: "7", kind: "group" });
  await messenger.say("hello", { sender: "bob", externalId: "8", kind: "group" });
  const make = async (name: string, externalId: string, id = `${name}-${externalId}`) =>
    askAs(agent.core.control, await callerOf(agent, { name, externalId }))(schedules.create, {
      id,
      text: "look",
      every: "1h",
    }).then(
      () => "made",
      (error: unknown) => (isFault(error) ? error.code : error),
    );

  const asked = { own: "bob", others: "ann", unheard: "7", heard: "8" };
  const answers = Object.entries(asked).map(async ([which, externalId]) => [
    which,
    await make("bob", externalId),
  ]);
  expect(Object.fromEntries(await Promise.all(answers))).toEqual({
    own: "made",
    others: "denied",
    unheard: "denied",
    heard: "made",
  });
  expect(await make("gus", "gus")).toBe("denied");
  expect(await make("ann", "bob")).toBe("made");
  expect(await make("bob", "bob", "heartbeat")).toBe("invalid");
  expect(await make("bob", "bob", "briefing-ann")).toBe("invalid");
  const chats = await agent.store.read.jobs.list({ tenant: "home", limit: 9 });
  expect(chats).toHaveLength(3);
});
