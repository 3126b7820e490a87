import { privacy } from "@reeve/operations/memory/privacy";
import { outbox } from "@reeve/operations/work/outbox";
import { Fault } from "@reeve/sdk";
import { expect, test, vi } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { type ScriptedChannel, scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { askOf } from "./kit/ask-of.ts";
import { endStory } from "./kit/end-story.ts";
import { testClock } from "./kit/job-story.ts";
import { startAgent } from "./kit/start-agent.ts";

const patient = { timeout: 20_000 };

/** A messenger whose deliveries fail with what `failure` returns, if anything. */
function failing(failure: (text: string) => Error | undefined) {
  const messenger = scriptedChannel();
  const { push } = messenger;
  if (!push) throw new Error("the messenger cannot push");
  const channel: ScriptedChannel = {
    ...messenger,
    push: {
      ...push,
      async deliver(address, part, options) {
        const error = failure("text" in part ? part.text : "");
        if (error) throw error;
        return push.deliver(address, part, options);
      },
    },
  };
  return { messenger, channel };
}

const answering = () =>
  scriptedModel(({ messages }) => {
    const said = /<user_message>(.*?)<\/user_message>/.exec(messages.at(-1)?.text ?? "");
    return { text: `To ${said?.[1] ?? "nothing"}` };
  });

test("a reply that an outage held up for too long is kept, and leaves when it is retried", async () => {
  let isDown = true;
  let attempts = 0;
  let passedMs = 0;
  const clock = { now: () => Date.now() + passedMs };
  const down = () => {
    if (!isDown) return undefined;
    attempts += 1;
    if (attempts === 2) passedMs = 3_600_000;
    return new Fault("unavailable", "Cannot reach the messenger.");
  };
  const { messenger, channel } = failing(down);
  const model = answering();
  const policies = { reply: { firstMs: 1, longestMs: 5, ageLimitMs: 3_600_000 } };
  await using agent = await startAgent({ model, channels: [channel], policies, clock });
  await messenger.say("one");
  const ask = askOf(agent);
  const listed = async () => (await ask(outbox.list, {})).items;
  await expect.poll(async () => (await listed()).length, patient).toBe(1);
  const [item] = await listed();
  expect(item).toMatchObject({
    id: expect.stringMatching(/^reply:/),
    kind: "reply",
    chat: "scripted/1",
    text: "To one",
    state: "expired",
    reason: "Cannot reach the messenger.",
    attempts: 2,
  });

  isDown = false;
  await ask(outbox.retry, { id: String(item?.id) });

  await messenger.received(1);
  expect(messenger.delivered.map(({ part }) => part)).toMatchObject([{ text: "To one" }]);
  expect(await listed()).toEqual([]);
  await expect(ask(outbox.retry, { id: String(item?.id) })).rejects.toMatchObject({
    code: "missing",
  });
  expect(await endStory(agent, model)).toEqual(["one: answered"]);
});

test("a part that breaks the channel is set aside, the chat goes on, and it can be dropped", async () => {
  const { messenger, channel } = failing((text) =>
    text === "To poison" ? new TypeError("a bug in the channel") : undefined,
  );
  const policies = { reply: { firstMs: 1, longestMs: 1 } };
  await using agent = await startAgent({ model: answering(), channels: [channel], policies });
  await messenger.say("poison");
  await messenger.received(1);
  await messenger.say("good");
  await messenger.received(2);
  const texts = messenger.delivered.map(({ part }) => ("text" in part ? part.text : ""));
  expect(texts).toEqual(["I couldn't send part of this reply.", "To good"]);

  const ask = askOf(agent);
  const { items } = await ask(outbox.list, { kind: "reply" });
  expect(items).toMatchObject([{ state: "failed", attempts: 5, reason: "internal error" }]);
  await ask(outbox.drop, { id: String(items[0]?.id) });
  expect(await ask(outbox.list, {})).toEqual({ items: [], next: null });
  expect(await ask(outbox.retryAll, {})).toEqual({ retried: 0 });
});

test(
  "a message whose turn cannot be opened is given up with an incident, and the chat goes on",
  patient,
  async () => {
    const messenger = scriptedChannel();
    const model = answering();
    let isBroken = true;
    await using agent = await startAgent({
      model,
      channels: [messenger],
      refuseCommit: (point) =>
        isBroken && point === "claim" ? new Error("broken on purpose") : undefined,
    });
    await messenger.say("poison", { id: "p" });
    const [notice] = await messenger.received(1);
    expect(notice?.part).toMatchObject({ type: "notice", code: "failed" });
    const [row] = await agent.store.read.inbox.find("p");
    expect(row).toMatchObject({ state: "failed", reason: "given up after 3 attempts" });
    isBroken = false;
    await messenger.say("good");
    await messenger.received(2);
    expect(messenger.delivered[1]?.part).toMatchObject({ text: "To good" });
  },
);

test("an erasure that cannot be finished is kept, and is finished when it is retried", async () => {
  const messenger = scriptedChannel();
  const model = answering();
  let isBroken = true;
  await using agent = await startAgent({
    model,
    channels: [messenger],
    policies: { forgetting: { firstMs: 1, longestMs: 1, maxErrors: 2 } },
    refuseCommit: (point) =>
      isBroken && point === "forgotten" ? new Error("broken on purpose") : undefined,
  });
  await messenger.say("The safe opens with 99-ALPHA");
  await messenger.received(1);
  const ask = askOf(agent);
  await ask(privacy.forget, { query: "safe opens" });
  const listed = async () => (await ask(outbox.list, { kind: "forgetting" })).items;
  await expect.poll(async () => (await listed()).length).toBe(1);
  const [item] = await listed();
  expect(item).toMatchObject({ state: "failed", attempts: 2, reason: "internal error" });

  isBroken = false;
  await ask(outbox.retry, { id: String(item?.id) });

  const { forgetting } = agent.store.read;
  await expect.poll(() => forgetting.list("home", 1)).toMatchObject([{ state: "done" }]);
  expect(await listed()).toEqual([]);
});

test("retention whose dead letter is dropped goes on", async () => {
  const messenger = scriptedChannel();
  const counts = { attempts: 20, outages: 0, crashes: 0, suspicion: 0 };
  const failed = { ...counts, createdAt: 5, nextAt: 5, state: "failed", reason: "broken" } as const;
  const clock = testClock("2026-03-01T12:00:00Z");
  await using agent = await startAgent({ model: answering(), channels: [messenger], clock });
  const { store } = agent;
  await messenger.say("hello");
  await messenger.received(1);
  const ask = askOf(agent);
  await store.commit("retry", (tx) => tx.work.set({ kind: "forgetting", id: "rows", ...failed }));

  await ask(outbox.drop, { id: "forgetting:rows" });
  expect((await ask(outbox.list, {})).items).toEqual([]);
  clock.set(clock.now() + 2 * 3_600_000);
  await ask(privacy.forget, { query: "hello" });

  await vi.waitUntil(async () => (await store.read.work.of("forgetting")).length === 0, patient);
});

test("only the owner may retry or drop", async () => {
  const messenger = scriptedChannel();
  await using agent = await startAgent({
    model: answering(),
    channels: [messenger],
    roles: { bob: "admin" },
  });
  await messenger.say("hello", { sender: "bob" });
  await messenger.received(1);
  const ask = askOf(agent, { name: "bob" });
  expect(await ask(outbox.list, {})).toEqual({ items: [], next: null });
  await expect(ask(outbox.retryAll, {})).rejects.toMatchObject({ code: "denied" });
});
