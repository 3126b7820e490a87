import { schedules } from "@reeve/operations/work/schedules";
import { askAs } from "../src/operations/ask.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { toId } from "../src/kernel/ids.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import type { MissedPolicy } from "../src/store/items/jobs.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { endStory } from "./kit/end-story.ts";
import { accepted, addJobs, passTo, runsOf, testClock, textsIn } from "./kit/job-story.ts";
import { startAgent } from "./kit/start-agent.ts";

const START = "2026-03-27T08:00:00Z";

test("a reminder is said at its moment, without a model", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "Hello." }]);
  const clock = testClock(START);
  await using agent = await startAgent({ model, channels: [messenger], clock });
  await messenger.say("hello");
  await messenger.received(1);

  await addJobs(agent, [{ id: "call mum", at: "2026-03-27T09:00:00Z" }]);
  passTo(agent, clock, "2026-03-27T09:00:00Z");
  await messenger.received(2);

  expect(textsIn(messenger)).toEqual(["Hello.", "call mum"]);
  expect(await runsOf(agent, "call mum")).toEqual(["2026-03-27T09:00 done"]);
  expect(await agent.store.read.jobs.byId(toId("call mum"))).toMatchObject({
    state: "done",
    nextAt: null,
  });
  expect(model.requests).toHaveLength(1);
  await endStory(agent, model);
});

/**
 * Starts an agent that was off from the evening of the 27th to the morning of the 30th, over the clock
 * change.
 */
async function sleepThrough(onMissed: MissedPolicy) {
  const home = await mkdtemp(path.join(tmpdir(), "reeve-"));
  const clock = testClock(START);
  const model = scriptedModel([{ text: "Hello." }]);
  {
    const messenger = scriptedChannel();
    await using agent = await startAgent({ model, channels: [messenger], clock, home });
    await messenger.say("hello");
    await messenger.received(1);
    await addJobs(agent, [
      {
        id: "pills",
        onMissed,
        schedule: { type: "cron", cron: "30 9 * * *", timeZone: "Europe/Berlin" },
        nextAt: Date.parse("2026-03-28T08:30:00Z"),
      },
    ]);
  }
  clock.set("2026-03-30T10:00:00Z");
  const messenger = scriptedChannel();
  const agent = await startAgent({ model, channels: [messenger], clock, home });
  return {
    agent,
    messenger,
    clock,
    async [Symbol.asyncDispose]() {
      await agent[Symbol.asyncDispose]();
      await rm(home, { recursive: true });
    },
  };
}

const LAST = "pills (late: this was due";

test.each([
  {
    policy: "skip",
    runs: ["2026-03-28T08:30 skipped", "2026-03-31T07:30 done"],
    said: ["pills"],
  },
  {
    policy: "run-once",
    runs: ["2026-03-30T07:30 late", "2026-03-31T07:30 done"],
    said: [LAST, "pills"],
  },
  {
    policy: "run-all",
    runs: [
      "2026-03-28T08:30 late",
      "2026-03-29T07:30 late",
      "2026-03-30T07:30 late",
      "2026-03-31T07:30 done",
    ],
    said: [LAST, LAST, LAST, "pills"],
  },
] as const)(
  "what was due while the agent was off goes by its policy, over a change of clocks: $policy",
  async ({ policy, runs, said }) => {
    await using story = await sleepThrough(policy);
    const { agent, messenger, clock } = story;
    await messenger.received(said.length - 1);

    passTo(agent, clock, "2026-03-31T07:30:00Z");
    await messenger.received(said.length);

    expect(await runsOf(agent, "pills")).toEqual(runs);
    expect(textsIn(messenger)).toEqual(said.map((text) => expect.stringContaining(text)));
    expect(await agent.store.read.jobs.agenda()).toMatchObject({
      nextAt: Date.parse("2026-04-01T07:30:00Z"),
    });
    await endStory(agent);
  },
);

test("a job that was cancelled does not fire, also when it waits in the queue", async () => {
  const messenger = scriptedChannel();
  const held = Promise.withResolvers<void>();
  const model = scriptedModel([{ text: "Hello.", hold: held.promise }]);
  const clock = testClock(START);
  await using agent = await startAgent({ model, channels: [messenger], clock });
  await messenger.say("hello");
  const soon = "2026-03-27T09:00:00Z";
  await addJobs(agent, [
    { id: "never", at: soon },
    { id: "queued", at: "2026-03-27T08:30:00Z", kind: "agent" },
    { id: "other", at: soon },
  ]);
  passTo(agent, clock, "2026-03-27T08:30:00Z");
  await accepted(agent, "queued");

  const person = { id: toId<"person">("x"), tenant: "home", role: "owner", name: "Ann" } as const;
  const caller = { person, channel: "scripted", externalId: "1" };
  await askAs(agent.core.control, caller)(schedules.cancel, { id: "never" });
  await askAs(agent.core.control, caller)(schedules.cancel, { id: "queued" });
  held.resolve();
  passTo(agent, clock, soon);
  await messenger.received(2);

  expect(textsIn(messenger)).toEqual(expect.arrayContaining(["Hello.", "other"]));
  expect(await runsOf(agent, "never")).toEqual([]);
  expect(await runsOf(agent, "queued")).toEqual(["2026-03-27T08:30 skipped"]);
  expect(await endStory(agent, model)).toEqual([
    "hello: answered",
    "queued: withdrawn (cancelled)",
  ]);
});

test("a job that is cancelled leaves nothing in the queue, however much it had to make up for", async () => {
  const messenger = scriptedChannel();
  const held = Promise.withResolvers<void>();
  const model = scriptedModel([{ text: "Hello.", hold: held.promise }]);
  const clock = testClock(START);
  await using agent = await startAgent({ model, channels: [messenger], clock });
  await messenger.say("hello");
  const from = Date.parse("2026-03-27T09:00:00Z");
  const often = {
    kind: "agent",
    onMissed: "run-all",
    schedule: { type: "every", everyMs: 3_600_000, from },
    nextAt: from,
  } as const;
  await addJobs(agent, [
    { id: "often", ...often },
    { id: "behind", kind: "agent", at: "2026-03-27T12:00:00Z" },
  ]);
  passTo(agent, clock, "2026-03-27T12:00:00Z");
  await accepted(agent, "behind");

  const person = { id: toId<"person">("x"), tenant: "home", role: "owner", name: "Ann" } as const;
  const caller = { person, channel: "scripted", externalId: "1" };
  for (const job of ["often", "behind"])
    await askAs(agent.core.control, caller)(schedules.cancel, { id: job });
  held.resolve();
  await messenger.received(1);

  expect(await runsOf(agent, "often")).toEqual([
    "2026-03-27T09:00 skipped",
    "2026-03-27T10:00 skipped",
    "2026-03-27T11:00 skipped",
    "2026-03-27T12:00 skipped",
  ]);
  await endStory(agent, model);
  expect(textsIn(messenger)).toEqual(["Hello."]);
});

test("the agent's own account has a job run by naming it, once, and nobody else has", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Hello." }));
  const clock = testClock(START);
  await using agent = await startAgent({ model, channels: [messenger], clock });
  await messenger.say("hello");
  await messenger.received(1);
  const later = "2026-03-27T20:00:00Z";
  await addJobs(agent, [
    { id: "early", at: later },
    { id: "other", at: later },
    { id: "over", at: later },
  ]);
  await agent.store.commit("change-job", (tx) => tx.jobs.cancel(toId("over")));
  const own = { sender: "self", isOwn: true } as const;
  const task = { ...own, id: "task-1" };

  expect(await messenger.say("[TASK:other] do it")).toMatchObject({ outcome: "queued" });
  await messenger.received(2);
  expect(await messenger.say("[TASK:early] Look", task)).toMatchObject({
    outcome: "noted",
    reason: "runs early now",
  });
  await messenger.received(3);
  expect(await messenger.say("[TASK:early] Look", task)).toMatchObject({ outcome: "repeat" });
  const reason = "written by the agent's own account";
  const others = [
    ["[TASK:early] Look", { ...own, id: "task-2" }],
    ["[TASK:over]", own],
    ["[TASK:nobody]", own],
    ["[TASK:other]", { ...own, forwardedFrom: "Eve" }],
    ["/tasks", own],
    ["just said", own],
  ] as const;
  for (const [text, options] of others)
    expect(await messenger.say(text, options)).toMatchObject({ outcome: "noted", reason });

  expect(await runsOf(agent, "early")).toEqual(["2026-03-27T08:00 done"]);
  expect(await runsOf(agent, "other")).toEqual([]);
  expect(await agent.store.read.chats.byAddress("scripted", "1")).toHaveLength(1);
  expect(textsIn(messenger)).toEqual(["Hello.", "Hello.", "early"]);
});
