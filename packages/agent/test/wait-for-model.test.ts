import { once } from "node:events";
import { sessions } from "@reeve/operations/work/sessions";
import { expect, test, vi } from "vitest";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { toId } from "../src/kernel/ids.ts";
import { createModelSwitch } from "../src/llm/model-switch.ts";
import { modelError } from "../src/llm/model-error.ts";
import type { Model, ModelErrorKind } from "../src/llm/model.ts";
import { type ScriptedAnswer, scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { askAs } from "../src/operations/ask.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { testClock, textsIn as heardIn } from "./kit/job-story.ts";
import { startMortalAgent } from "./kit/mortal-agent.ts";
import { passThrough } from "./kit/pass-time.ts";
import { type AgentOptions, type RunningAgent, startAgent } from "./kit/start-agent.ts";

const HOUR_MS = 3_600_000;

/** A model that fails while a test says so, and repeats what it was told last. */
function fallibleModel() {
  const state: { failure: ScriptedAnswer["error"] } = { failure: undefined };
  const model = scriptedModel(({ messages }) => {
    if (state.failure) return { text: "Half an ", error: state.failure };
    const told = messages.findLast(({ role }) => role === "user")?.text ?? "";
    return { text: `You said ${/\b(?:early|late|more|still|again|hello|me)\b/.exec(told)?.[0]}.` };
  });
  return {
    model,
    fail: (kind: ModelErrorKind, more: { readonly status?: number } = {}) => {
      state.failure = modelError(kind, { message: `it is ${kind}`, ...more });
    },
    recover: () => {
      state.failure = undefined;
    },
  };
}

async function open(options: Partial<AgentOptions> = {}) {
  let now = Date.parse("2026-03-01T12:00:00Z");
  const messenger = scriptedChannel();
  const fallible = fallibleModel();
  const agent = await startAgent({
    model: fallible.model,
    channels: [messenger],
    clock: { now: () => now },
    ...options,
  });
  return {
    agent,
    messenger,
    ...fallible,
    pass: (ms: number) => {
      now += ms;
    },
    waits: async (count: number) => {
      const isReached = async () => (await agent.store.read.modelWaits.list()).length === count;
      await vi.waitUntil(isReached, { timeout: 10_000 });
      return agent.store.read.modelWaits.list();
    },
    textsIn: (externalId: string) =>
      messenger.delivered.flatMap((one) =>
        one.externalId === externalId && "text" in one.part ? [one.part.text] : [],
      ),
  };
}

async function statesOf({ store }: RunningAgent) {
  return store.read.inbox.count();
}

test("a message waits for a model that is down, and is answered once when it is back", async () => {
  const { agent, messenger, fail, recover, waits, textsIn } = await open();
  await using _ = agent;
  fail("server");
  await messenger.say("early", { externalId: "a" });
  const [wait] = await waits(1);
  expect(wait).toMatchObject({ cause: "server", reason: "it is server", isAnnounced: false });
  expect(textsIn("a")).toEqual([]);
  expect(await statesOf(agent)).toEqual({ taken: 1 });

  recover();
  // Its answer shows that the model is back, which wakes the other chat at once.
  await messenger.say("late", { externalId: "b" });
  await messenger.received(1, "a");
  await messenger.received(1, "b");
  expect([textsIn("b"), textsIn("a")]).toEqual([["You said late."], ["You said early."]]);
  expect(await agent.store.read.modelWaits.list()).toEqual([]);
  expect(await statesOf(agent)).toEqual({ answered: 2 });
  await endStory(agent);
});

test("another model that takes over answers what waits, at once", async () => {
  const broken = fallibleModel();
  const model = createModelSwitch(broken.model);
  const { agent, messenger, waits, textsIn } = await open({ model });
  await using _ = agent;
  broken.fail("auth", { status: 401 });
  await messenger.say("hello", { externalId: "a" });
  await waits(1);
  await expect.poll(() => textsIn("a")).toHaveLength(1);
  expect(agent.core.outages()).toMatchObject([{ model: broken.model.id }]);

  model.use({ ...fallibleModel().model, id: "other/model" });
  agent.core.modelReplaced(broken.model.id);
  await expect.poll(() => textsIn("a")).toHaveLength(2);
  expect(textsIn("a").at(-1)).toBe("You said hello.");
  expect(agent.core.outages()).toEqual([]);
  expect(await agent.store.read.modelWaits.list()).toEqual([]);
});

test("after ten seconds one line says why, and no later request contains it", async () => {
  const { agent, messenger, model, fail, recover, pass, waits, textsIn } = await open();
  await using _ = agent;
  fail("network");
  await messenger.say("early", { externalId: "a" });
  await waits(1);
  pass(11_000);
  await messenger.say("more", { externalId: "a" });
  await messenger.received(1, "a");
  const line =
    "I can't reach the model provider. Your message is saved, and I'll answer it as soon as the model is available again.";
  expect(textsIn("a")).toEqual([line]);
  pass(60_000);
  await messenger.say("still", { externalId: "a" });
  await expect.poll(() => model.requests.length).toBeGreaterThanOrEqual(3);
  expect(textsIn("a")).toEqual([line]);

  recover();
  await messenger.say("late", { externalId: "b" });
  // A message during the turn of those that wait would join it.
  await messenger.received(3, "a");
  await messenger.say("again", { externalId: "a" });
  await expect.poll(() => textsIn("a")).toContain("You said again.");
  await messenger.received(1, "b");
  expect(JSON.stringify(model.requests)).not.toContain("model provider");
  expect(JSON.stringify(model.requests)).not.toContain("Half an");
  await endStory(agent);
});

test("what the owner has to repair is told at once: to them with the provider's words, to others that they know", async () => {
  const roles = { olga: "owner", max: "member" } as const;
  const { agent, messenger, fail, recover, waits, textsIn } = await open({ roles });
  await using _ = agent;
  await messenger.say("hello", { externalId: "home", sender: "olga" });
  await messenger.received(1, "home");
  fail("auth", { status: 401 });
  await messenger.say("early", { externalId: "work", sender: "max" });
  await waits(1);
  await messenger.received(2, "home");
  await messenger.received(1, "work");
  expect(textsIn("work")).toEqual([
    "The model provider rejected my API key. I've notified the owner. Your message is saved, and I'll answer it as soon as the model is available again.",
  ]);
  expect(textsIn("home").slice(1)).toEqual([
    "The model provider rejected the API key for scripted/model. Set a new key: reeve setup. Messages wait until this is resolved. The provider says: it is auth",
  ]);

  await messenger.say("me", { externalId: "team", sender: "max" });
  await waits(2);
  await messenger.received(1, "team");
  expect(textsIn("home")).toHaveLength(2);
  recover();
  await messenger.say("late", { externalId: "home", sender: "olga" });
  await messenger.received(2, "work");
  await messenger.received(2, "team");
  await endStory(agent);
});

test("the owner is told once per outage, however often a message was withdrawn, and after a restart", async () => {
  const roles = { olga: "owner", max: "member" } as const;
  const fallible = fallibleModel();
  const clock = testClock("2026-03-01T12:00:00Z");
  await using mortal = await startMortalAgent(() => ({ model: fallible.model, clock, roles }));
  const noticesIn = (chat: string) =>
    mortal
      .delivered()
      .filter(({ externalId, part }) => externalId === chat && part.type === "notice").length;
  const waitAndStop = async (text: string) => {
    const before = noticesIn("work");
    clock.set(clock.now() + 20_000);
    await mortal.messenger.say(text, { externalId: "work", sender: "max", id: text });
    await expect.poll(() => noticesIn("work")).toBeGreaterThan(before);
    const { agent } = mortal;
    const caller = await callerOf(agent, { name: "max", externalId: "work" });
    await askAs(agent.core.control, caller)(sessions.stop, {});
    await expect.poll(() => noticesIn("work")).toBe(before + 2);
  };
  await mortal.messenger.say("hello", { externalId: "home", sender: "olga" });
  await mortal.messenger.received(1, "home");

  fallible.fail("auth", { status: 401 });
  await waitAndStop("early");
  await waitAndStop("late");
  await mortal.restart();
  await waitAndStop("more");
  expect(noticesIn("home")).toBe(1);

  fallible.recover();
  await mortal.messenger.say("me", { externalId: "work", sender: "max", id: "me" });
  await expect.poll(() => heardIn(mortal.messenger, "work").at(-1)).toMatch(/^You said/);
  fallible.fail("auth", { status: 401 });
  await waitAndStop("again");
  await expect.poll(() => noticesIn("home")).toBe(2);
});

/** A model that sends nothing until a test lets it answer, and time that passes when the test says so. */
function hangingModel() {
  const answer = Promise.withResolvers<void>();
  const slow = Promise.withResolvers<void>();
  const base = scriptedModel([{ text: "Here it is." }]);
  return {
    model: {
      ...base,
      async *stream(...asked: Parameters<Model["stream"]>) {
        await answer.promise;
        yield* base.stream(...asked);
      },
    },
    pause: async (ms: number, signal: AbortSignal) => {
      if (ms === 10_000) await Promise.race([slow.promise, once(signal, "abort")]);
    },
    timePasses: () => slow.resolve(),
    answers: () => answer.resolve(),
  };
}

test("a model that does not begin to respond is told of after ten seconds, and may still answer", async () => {
  const { model, pause, timePasses, answers } = hangingModel();
  const { agent, messenger, waits, textsIn } = await open({ model, pause });
  await using _ = agent;
  await messenger.say("early", { externalId: "a" });
  await expect.poll(async () => (await statesOf(agent))["taken"]).toBe(1);
  expect(agent.core.outages()).toEqual([]);

  timePasses();
  await messenger.received(1, "a");
  expect(textsIn("a")).toEqual([
    "The model provider isn't responding. Your message is saved, and I'll answer it as soon as the model is available again.",
  ]);
  expect(await waits(1)).toMatchObject([{ cause: "timeout", isAnnounced: true }]);
  expect(agent.core.outages()).toMatchObject([{ model: "scripted/model", cause: "timeout" }]);
  expect(messenger.shown.map(({ type }) => type)).toContain("turn-waiting");

  answers();
  await messenger.received(2, "a");
  expect(textsIn("a").at(-1)).toBe("Here it is.");
  expect(agent.core.outages()).toEqual([]);
  expect(await endStory(agent)).toEqual(["early: answered"]);
  expect(await agent.store.read.modelWaits.list()).toEqual([]);
});

test("a model that begins to respond is not told of, however long it thinks", async () => {
  const words = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const base = scriptedModel([{ text: "Here it is." }]);
  const model: Model = {
    ...base,
    async *stream(request, streaming) {
      streaming.onBegin?.();
      begun.resolve();
      await words.promise;
      yield* base.stream(request, streaming);
    },
  };
  const over = Promise.withResolvers<boolean>();
  const pause = async (_ms: number, signal: AbortSignal) => {
    await begun.promise;
    over.resolve(signal.aborted);
  };
  const { agent, messenger, textsIn } = await open({ model, pause });
  await using _ = agent;
  await messenger.say("early", { externalId: "a" });
  expect(await over.promise).toBe(true);
  words.resolve();
  await messenger.received(1, "a");
  expect(textsIn("a")).toEqual(["Here it is."]);
});

test("text of a response that broke off is void before its turn waits", async () => {
  const { agent, messenger, fail, waits } = await open();
  await using _ = agent;
  fail("network");
  await messenger.say("early");
  await waits(1);
  await expect.poll(() => messenger.shown.map(({ type }) => type)).toContain("turn-waiting");
  const { shown } = messenger;
  const first = shown.slice(0, shown.findIndex(({ type }) => type === "turn-waiting") + 1);
  expect(first.map(({ type }) => type).slice(-4)).toEqual([
    "think-start",
    "text-delta",
    "text-reset",
    "turn-waiting",
  ]);
});

test("a response that failed before its first word voids nothing", async () => {
  const model = scriptedModel(() => ({ error: modelError("network", { message: "gone" }) }));
  const { agent, messenger, waits } = await open({ model });
  await using _ = agent;
  await messenger.say("early");
  await waits(1);
  await expect.poll(() => messenger.shown.map(({ type }) => type)).toContain("turn-waiting");
  expect(messenger.shown.map(({ type }) => type)).not.toContain("text-reset");
});

test("a stop withdraws what waits", async () => {
  const { agent, messenger, model, fail, recover, waits } = await open();
  await using _ = agent;
  fail("overloaded");
  await messenger.say("early");
  await waits(1);
  await askAs(agent.core.control, await callerOf(agent))(sessions.stop, {});
  expect(await messenger.received(1)).toMatchObject([
    { part: { type: "notice", text: "Stopped." } },
  ]);
  expect(await statesOf(agent)).toEqual({ withdrawn: 1 });
  expect(await agent.store.read.modelWaits.list()).toEqual([]);
  recover();
  await messenger.say("late");
  await messenger.received(2);
  expect(model.requests).toHaveLength(2);
  await endStory(agent);
});

test("a message that waited for a day fails, with its reason", async () => {
  const { agent, messenger, fail, recover, pass, waits, textsIn } = await open();
  await using _ = agent;
  fail("timeout");
  await messenger.say("early", { externalId: "a" });
  await waits(1);
  pass(25 * HOUR_MS);
  await messenger.say("more", { externalId: "a" });
  await messenger.received(1, "a");
  expect(textsIn("a")[0]).toBe(
    "scripted/model did not respond for 24 hours, so I gave up on this message. Please send it again.",
  );
  recover();
  await messenger.say("late", { externalId: "b" });
  await messenger.received(2, "a");
  await messenger.received(1, "b");
  await endStory(agent);
});

test("a waiting turn is announced to programs, and counts no attempt", async () => {
  const { agent, messenger, fail, pass, waits } = await open();
  await using _ = agent;
  fail("rate");
  await messenger.say("early");
  const [wait] = await waits(1);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    pass(5000);
    await messenger.say(`more ${attempt}`);
  }
  const turn = await agent.store.read.turns.byId(toId(wait?.turn ?? ""));
  expect(turn).toMatchObject({ state: "running" });
  const waiting = messenger.shown.filter(({ type }) => type === "turn-waiting");
  expect(waiting[0]).toMatchObject({ model: "scripted/model", cause: "rate" });
});

test("a turn that waits twice tells so twice, and is answered", async () => {
  const state = { isDown: true, isLooked: false };
  const model = scriptedModel(() => {
    if (state.isDown) return { error: modelError("network", { message: "it is network" }) };
    if (state.isLooked) return { text: "It is warm." };
    return { calls: [{ name: "oven_look", args: {} }] };
  });
  const look = fakeTool("oven_look", {
    async run() {
      Object.assign(state, { isDown: true, isLooked: true });
      return "warm";
    },
  });
  const clock = testClock("2026-03-01T12:00:00Z");
  const messenger = scriptedChannel();
  await using agent = await startAgent({ model, tools: [look], channels: [messenger], clock });
  await messenger.say("is the oven warm?");
  await passThrough(agent, clock, clock.now() + 60_000);
  state.isDown = false;
  await passThrough(agent, clock, clock.now() + 120_000);
  state.isDown = false;
  await passThrough(agent, clock, clock.now() + 120_000);
  expect(heardIn(messenger)).toEqual(["notice", "notice", "It is warm."]);
  expect(await endStory(agent)).toEqual(["is the oven warm?: answered"]);
});
