import { webhooks } from "@reeve/operations/work/webhooks";
import { privacy } from "@reeve/operations/memory/privacy";
import { expect, test } from "vitest";
import type { z } from "zod";
import { createWebhookClient } from "../src/integrations/web/create-webhook-client.ts";
import { isEventName, payloadOf } from "../src/domains/events.ts";
import { toId } from "../src/kernel/ids.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { askOf } from "./kit/ask-of.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { heldAnswer } from "./kit/models/held-answer.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { type RunningAgent, startAgent } from "./kit/start-agent.ts";
import { nearbyWebhooks, openReceiver, type ReceivedEvent } from "./kit/http/webhook-receiver.ts";

type Events = z.input<typeof webhooks.create.input>["events"];

async function subscribe(agent: RunningAgent, params: { url: string; events?: Events }) {
  return (await askOf(agent)(webhooks.create, params)).webhook;
}

/** Starts an agent that Ann has written to before anyone subscribed. */
async function startHeard(receiver: { url: string }, events?: Events, options = nearbyWebhooks()) {
  const messenger = scriptedChannel();
  const model = scriptedModel(({ messages }) => ({ text: `Answer ${messages.length}.` }));
  const agent = await startAgent({ model, channels: [messenger], webhooks: options });
  await messenger.say("hello");
  await messenger.received(1);
  const webhook = await subscribe(agent, { url: receiver.url, ...(events && { events }) });
  return { agent, messenger, model, webhook };
}

const typesOf = (events: readonly ReceivedEvent[]) => events.map(({ type }) => type);
const completed = (events: readonly ReceivedEvent[]) =>
  events.filter(({ type }) => type === "agent.completed");

test("a subscriber is told of what happens from then on, as the catalog says", async () => {
  await using receiver = await openReceiver();
  const { agent, messenger, model } = await startHeard(receiver);
  await using _ = agent;

  await messenger.say("second", { id: "2" });
  await messenger.received(2);
  const events = await receiver.until((arrived) => completed(arrived).length === 1);

  expect(typesOf(events)).toEqual(["message.received", "usage.recorded", "agent.completed"]);
  expect(events[2]?.data).toEqual({ turn: expect.any(String), text: "Answer 3." });
  expect(receiver.forged).toEqual([]);
  for (const { answer: _answer, ...event } of receiver.calls) {
    if (!isEventName(event.type)) throw new Error(`${event.type} is not in the catalog`);
    const schema = payloadOf(event.type).strict();
    expect(() => schema.parse(event)).not.toThrow();
  }
  await endStory(agent, model);
});

test("a receiver that fails, hangs and repeats itself gets all of a chat in order", async () => {
  const answers = [500, "hangs", 503, 204, 302, 200] as const;
  await using receiver = await openReceiver((call) => answers[call % answers.length] ?? 204);
  const { agent, messenger, model } = await startHeard(
    receiver,
    ["message.received", "agent.completed"],
    nearbyWebhooks({ client: createWebhookClient({ allowPrivate: true, timeoutSeconds: 0.2 }) }),
  );
  await using _ = agent;

  for (const [externalId, before] of [
    ["1", 1],
    ["2", 0],
  ] as const)
    for (const [index, id] of ["a", "b", "c"].entries()) {
      await messenger.say(`${id} in ${externalId}`, { id, externalId });
      await messenger.received(before + index + 1, externalId);
    }
  const events = await receiver.until((arrived) => completed(arrived).length >= 6);

  for (const externalId of ["1", "2"]) {
    const ofChat = receiver.calls.filter(({ place }) => place?.chat === externalId);
    const seqs = ofChat.map(({ seq = 0 }) => seq);
    expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
    expect(events.filter(({ place }) => place?.chat === externalId)).toHaveLength(6);
  }
  expect(receiver.calls.length).toBeGreaterThan(12);
  expect(receiver.forged).toEqual([]);
  await endStory(agent, model);
});

test("only what was asked for is kept, and nothing for who is off", async () => {
  await using receiver = await openReceiver();
  const { agent, messenger, webhook } = await startHeard(receiver, ["agent.completed"]);
  await using _ = agent;
  await messenger.say("second", { id: "2" });
  await receiver.until((arrived) => arrived.length === 1);

  await askOf(agent)(webhooks.update, { id: webhook, enabled: false });
  await messenger.say("third", { id: "3" });
  await messenger.received(3);
  await askOf(agent)(webhooks.update, { id: webhook, enabled: true });
  await messenger.say("fourth", { id: "4" });
  const events = await receiver.until((arrived) => arrived.length === 2);

  expect(events.map(({ data }) => data["text"])).toEqual(["Answer 3.", "Answer 7."]);
});

test("a receiver that says it is gone is left alone until somebody turns it on again", async () => {
  let isGone = true;
  await using receiver = await openReceiver(() => (isGone ? 410 : 204));
  const { agent, messenger, webhook } = await startHeard(receiver, ["agent.completed"]);
  await using _ = agent;
  await messenger.say("second", { id: "2" });
  await messenger.received(2);
  await expect.poll(async () => (await agent.store.read.webhooks.byId(webhook))?.state).toBe("off");
  isGone = false;

  await askOf(agent)(webhooks.update, { id: webhook, enabled: true });

  const events = await receiver.until((arrived) => arrived.length === 1);
  expect(typesOf(events)).toEqual(["agent.completed"]);
  expect(receiver.calls.map(({ answer }) => answer)).toEqual([410, 204]);
});

test("an event that never arrives is given up, does not hold up others for ever, and can be replayed", async () => {
  let isBroken = true;
  await using receiver = await openReceiver(() => (isBroken ? 500 : 204));
  const messenger = scriptedChannel();
  const model = scriptedModel(({ messages }) => ({ text: `Answer ${messages.length}.` }));
  const policies = { webhook: { firstMs: 1, longestMs: 5, ageLimitMs: 10 } };
  await using agent = await startAgent({ model, channels: [messenger], policies });
  await messenger.say("hello");
  await messenger.received(1);
  const webhook = await subscribe(agent, { url: receiver.url, events: ["agent.completed"] });
  await messenger.say("second", { id: "2" });
  await messenger.received(2);
  const count = () => agent.store.read.deliveries.count(webhook);
  await expect.poll(count).toEqual({ waiting: 0, sent: 0, dead: 1 });
  isBroken = false;

  expect(await askOf(agent)(webhooks.replayDead, { id: webhook })).toEqual({ replayed: 1 });

  const [event] = await receiver.until((arrived) => arrived.length === 1);
  await expect.poll(count).toEqual({ waiting: 0, sent: 1, dead: 0 });
  expect(new Set(receiver.calls.map(({ id }) => id))).toEqual(new Set([event?.id]));
  const [delivery] = await agent.store.read.deliveries.list({ tenant: "home", limit: 9 });
  expect(await askOf(agent)(webhooks.replay, { id: String(delivery?.id) })).toEqual({
    replayed: 1,
  });
  await receiver.until((arrived) => arrived.length === 2);
});

test("what waited when the agent ended arrives once it runs again", async () => {
  await using receiver = await openReceiver();
  const broken = await openReceiver(() => 500);
  const { agent, messenger, webhook } = await startHeard(broken, ["*"]);
  await messenger.say("second", { id: "2" });
  await messenger.received(2);
  await agent.stop();
  await agent.store.commit("change-webhooks", async (tx) => {
    const known = await tx.webhooks.byId(webhook);
    if (known) await tx.webhooks.change({ ...known, url: receiver.url });
  });
  await broken[Symbol.asyncDispose]();
  const again = await startAgent({
    model: scriptedModel([]),
    channels: [],
    webhooks: nearbyWebhooks(),
    home: agent.home,
  });
  await agent.store[Symbol.asyncDispose]();

  const events = await receiver.until((arrived) => arrived.length >= 7);

  expect(typesOf(events).toSorted()).toEqual([
    "agent.completed",
    "lifecycle.changed",
    "lifecycle.changed",
    "lifecycle.changed",
    "lifecycle.changed",
    "message.received",
    "usage.recorded",
  ]);
  const states = events.filter(({ type }) => type === "lifecycle.changed");
  expect(states.map(({ data }) => data["state"])).toEqual([
    "stopping",
    "stopped",
    "starting",
    "running",
  ]);
  await again[Symbol.asyncDispose]();
});

test("a question and its answer are told once each, however many chats show them", async () => {
  await using receiver = await openReceiver();
  const messenger = scriptedChannel();
  const model = scriptedModel(({ messages }) =>
    messages.length === 1 ? { calls: [{ name: "wipe", args: {} }] } : { text: "Done." },
  );
  await using agent = await startAgent({
    model,
    channels: [messenger],
    tools: [fakeTool("wipe", { effect: "destroy" })],
    webhooks: nearbyWebhooks(),
  });
  await messenger.say("note this", { externalId: "2", id: "0" });
  await messenger.received(1, "2");
  const caller = await callerOf(agent);
  const events: Events = ["approval.requested", "approval.decided"];
  await subscribe(agent, { url: receiver.url, events });
  await messenger.say("wipe it", { id: "1" });
  const [asked] = await receiver.until((arrived) => arrived.length === 1);
  const approval = toId<"approval">(String(asked?.data["approval"]));
  await agent.core.inbox.decide({ approval, verdict: "deny", by: caller.person });
  await receiver.until((arrived) => arrived.length === 2);
  // The answer and the end of the question in the other chat are said before the agent stops.
  await messenger.received(3, "1");
  await messenger.received(4, "2");
  await endStory(agent);

  expect(typesOf(receiver.calls)).toEqual(events);
});

test("who hears of decisions is told when a stop withdraws what was allowed", async () => {
  await using receiver = await openReceiver();
  const messenger = scriptedChannel();
  const { answer, begun } = heldAnswer({ text: "Never" });
  const model = scriptedModel([
    { calls: [{ name: "wipe", args: {} }] },
    { text: "It waits." },
    answer,
  ]);
  await using agent = await startAgent({
    model,
    channels: [messenger],
    tools: [fakeTool("wipe", { effect: "destroy" })],
    webhooks: nearbyWebhooks(),
  });
  await messenger.say("wipe it", { id: "1" });
  await messenger.received(2);
  await subscribe(agent, { url: receiver.url, events: ["approval.decided"] });
  await messenger.say("think", { id: "2" });
  await begun;
  const [open] = await agent.store.read.approvals.list(1);
  const approval = toId<"approval">(String(open?.id));
  const { person: by } = await callerOf(agent);
  await agent.core.inbox.decide({ approval, verdict: "allow", by });
  await messenger.say("/stop", { id: "3" });
  const told = await receiver.until((arrived) => arrived.length === 2);
  await endStory(agent);

  expect(told.map(({ data }) => data)).toEqual([
    { approval, verdict: "allow", by: by.name },
    { approval, verdict: "deny", by: by.name },
  ]);
});

test("a test says at once what the receiver answered, and is not kept", async () => {
  await using receiver = await openReceiver((call) => (call === 0 ? 204 : 500));
  const { agent, webhook } = await startHeard(receiver, ["agent.completed"]);
  await using _ = agent;
  const tookMs = expect.any(Number);

  expect(await askOf(agent)(webhooks.test, { id: webhook })).toEqual({
    webhook,
    arrived: true,
    status: 204,
    tookMs,
  });
  expect(await askOf(agent)(webhooks.test, { id: webhook })).toEqual({
    webhook,
    arrived: false,
    status: 500,
    tookMs,
  });
  expect(typesOf(receiver.calls)).toEqual(["webhook.test", "webhook.test"]);
  expect(await askOf(agent)(webhooks.deliveries, {})).toEqual({ items: [], next: null });
});

test("addresses of the own network are refused unless the config allows them", async () => {
  const messenger = scriptedChannel();
  await using agent = await startAgent({
    model: scriptedModel([{ text: "Hello." }]),
    channels: [messenger],
    webhooks: nearbyWebhooks({
      client: createWebhookClient({ allowPrivate: false, timeoutSeconds: 1 }),
    }),
  });
  await messenger.say("hello");
  await messenger.received(1);
  for (const url of ["http://127.0.0.1:9/", "http://[::1]/", "http://169.254.169.254/", "ftp://x"])
    await expect(subscribe(agent, { url })).rejects.toMatchObject({
      code: url.startsWith("ftp") ? "invalid" : "denied",
    });
});

test("only the owner says where events go, and a secret is shown once", async () => {
  await using receiver = await openReceiver();
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Hello." }));
  await using agent = await startAgent({
    model,
    channels: [messenger],
    roles: { bob: "admin" },
    webhooks: nearbyWebhooks(),
  });
  await messenger.say("hello");
  await messenger.say("hello", { sender: "bob", externalId: "2", id: "2" });
  await messenger.received(2);
  const ask = askOf(agent, { name: "bob", externalId: "2" });
  await expect(ask(webhooks.create, { url: receiver.url })).rejects.toMatchObject({
    code: "denied",
  });

  const webhook = await subscribe(agent, { url: receiver.url });
  await expect(subscribe(agent, { url: receiver.url })).rejects.toMatchObject({
    code: "conflict",
  });
  const id = webhook;
  for (const asking of [
    () => ask(webhooks.update, { id, enabled: false }),
    () => ask(webhooks.remove, { id }),
    () => ask(webhooks.test, { id }),
    () => ask(webhooks.replay, { id }),
    () => ask(webhooks.replayDead, { id }),
  ])
    await expect(asking()).rejects.toMatchObject({ code: "denied" });

  const { items } = await ask(webhooks.list, {});
  expect(items).toEqual([
    {
      webhook,
      url: receiver.url,
      events: ["*"],
      description: "",
      state: "on",
      reason: null,
      createdAt: expect.any(Number),
      maker: "ann",
      deliveries: { waiting: 0, sent: 0, dead: 0 },
    },
  ]);
  await askOf(agent)(webhooks.remove, { id });
  expect(await askOf(agent)(webhooks.list, {})).toEqual({ items: [], next: null });
});

test("what is forgotten is gone from what was sent, and from what waits", async () => {
  const secret = "74819265-KILO";
  let isBroken = false;
  await using receiver = await openReceiver(() => (isBroken ? 500 : 204));
  const { agent, messenger } = await startHeard(receiver, ["message.received"]);
  await using _ = agent;
  const bodies = async () => {
    const rows = await agent.store.read.deliveries.list({ tenant: "home", limit: 9 });
    return rows.map(({ state, body }) => [state, body.includes(secret)]);
  };
  await messenger.say(`the code is ${secret}`, { id: "2" });
  await receiver.until((arrived) => arrived.length === 1);
  isBroken = true;
  await messenger.say(`again: ${secret}`, { id: "3" });
  await messenger.received(3);
  await expect.poll(bodies).toEqual([
    ["waiting", true],
    ["sent", true],
  ]);

  await askOf(agent)(privacy.forget, { query: secret, finish: true });

  expect(await bodies()).toEqual([
    ["waiting", false],
    ["sent", false],
  ]);
});
