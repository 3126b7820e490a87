import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import { DiskFullFault, StoreFault } from "../src/kernel/store-fault.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { type ScriptedChannel, scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { fileStory, voice } from "./kit/fake-files.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { passTo, testClock, textsIn } from "./kit/job-story.ts";
import { passThrough } from "./kit/pass-time.ts";
import { type RunningAgent, startAgent } from "./kit/start-agent.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const patient = { timeout: 20_000 };
const looks = { calls: [{ name: "look", args: {} }] };

function brokenFiles(): Promise<never> {
  return Promise.reject(new Error("SOUL.md is a folder"));
}

function faultyFiles(): Promise<never> {
  return Promise.reject(new Fault("conflict", "two souls"));
}

function loggedAs(agent: RunningAgent, wanted: string) {
  return agent.logged.filter(({ sentence }) => sentence === wanted);
}

async function failureOf(messenger: ScriptedChannel, agent: RunningAgent) {
  const [delivered] = await messenger.received(1);
  const turn = (await agent.store.read.inbox.newest())?.turn;
  const incident = turn && (await agent.store.read.turns.byId(turn))?.incident;
  return { part: delivered?.part, incident };
}

function failureLine(incident: string | null | undefined) {
  return {
    type: "notice",
    code: "failed",
    text: `Something went wrong on my side, so I couldn't answer. Incident: ${incident}`,
  };
}

test("when the model fails, the sender gets one line with an incident and nothing internal", async () => {
  const messenger = scriptedChannel();
  const error = { code: "invalid", message: "400 from https://secret.example" } as const;
  const model = scriptedModel([{ text: "So", error }, { text: "Better now." }]);
  await using agent = await startAgent({ model, channels: [messenger] });

  await messenger.say("hello");
  const { part, incident } = await failureOf(messenger, agent);
  await messenger.say("again");
  await messenger.received(2);

  expect(part).toEqual(failureLine(incident));
  expect(loggedAs(agent, "model failed").map(({ fields }) => fields)).toMatchObject([
    { incident, code: "invalid", reason: error.message },
  ]);
  expect(await endStory(agent, model)).toEqual([
    "hello: failed (400 from https://secret.example)",
    "again: answered",
  ]);
});

test("a bug in a tool is told to the log once and to the model in words, and the turn goes on", async () => {
  const messenger = scriptedChannel();
  const bug = new TypeError("undefined is not a wallet");
  const tool = fakeTool("look", { run: () => Promise.reject(bug) });
  const model = scriptedModel([looks, { text: "It is broken." }]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool] });

  await messenger.say("look");
  const [reply] = await messenger.received(1);

  expect(reply?.part).toEqual({ type: "text", text: "It is broken." });
  expect(model.requests[1]?.messages.at(-1)).toMatchObject({
    text: "bug: look failed with an internal error.",
    isError: true,
  });
  expect(loggedAs(agent, "tool failed").map(({ fields }) => fields)).toEqual([{ error: bug }]);
  expect(await endStory(agent, model)).toEqual(["look: answered"]);
});

test("a result that cannot be stored is a bug of its tool, and the turn goes on", async () => {
  const messenger = scriptedChannel();
  const tool = fakeTool("look", { run: async () => ({ balance: 5n }) });
  const model = scriptedModel([looks, { text: "It is broken." }]);
  await using agent = await startAgent({ model, channels: [messenger], tools: [tool] });

  await messenger.say("look");
  const [reply] = await messenger.received(1);

  expect(reply?.part).toEqual({ type: "text", text: "It is broken." });
  expect(model.requests[1]?.messages.at(-1)).toMatchObject({
    text: "bug: look failed with an internal error.",
  });
  expect(loggedAs(agent, "turn failed")).toEqual([]);
  expect(await endStory(agent, model)).toEqual(["look: answered"]);
});

test("a turn that breaks three times before its first step is given up", patient, async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([]);
  await using agent = await startAgent({ model, channels: [messenger], promptFiles: brokenFiles });

  await messenger.say("hello");
  const { part, incident } = await failureOf(messenger, agent);

  expect(part).toEqual(failureLine(incident));
  expect(loggedAs(agent, "turn failed").length).toBe(3);
  expect(await endStory(agent, model)).toEqual(["hello: failed (given up after 3 attempts)"]);
});

test(
  "a turn that ends in a fault of ours is given up like any other bug",
  { timeout: 60_000 },
  async () => {
    const messenger = scriptedChannel();
    const clock = testClock("2026-03-01T12:00:00Z");
    const model = scriptedModel([]);
    await using agent = await startAgent({
      model,
      channels: [messenger],
      promptFiles: faultyFiles,
      clock,
    });

    await messenger.say("hello");
    await passThrough(agent, clock, clock.now() + MINUTE);
    const { part, incident } = await failureOf(messenger, agent);

    expect(part).toEqual(failureLine(incident));
    expect(loggedAs(agent, "turn failed").length).toBe(3);
    expect(await agent.store.read.work.of("turn")).toEqual([]);
    expect(await endStory(agent, model)).toEqual(["hello: failed (given up after 3 attempts)"]);
  },
);

test(
  "an outage of the database counts no attempt: the delay grows, and after a day the turn fails",
  { timeout: 60_000 },
  async () => {
    const messenger = scriptedChannel();
    const clock = testClock("2026-03-01T12:00:00Z");
    const tries: number[] = [];
    const broken = async () => {
      tries.push(clock.now());
      return Promise.reject(new StoreFault("unavailable", "The database is locked."));
    };
    const model = scriptedModel([]);
    await using agent = await startAgent({
      model,
      channels: [messenger],
      promptFiles: broken,
      clock,
    });

    await messenger.say("hello");
    await passThrough(agent, clock, clock.now() + 30 * MINUTE);
    const delays = tries.slice(1).map((at, n) => Math.round((at - (tries[n] ?? 0)) / 1000));
    expect(delays.length).toBeGreaterThan(8);
    expect(delays[0]).toBeLessThanOrEqual(1);
    expect(delays.at(-1)).toBeGreaterThanOrEqual(240);
    expect(await agent.store.read.inbox.count()).toEqual({ taken: 1 });

    passTo(agent, clock, clock.now() + DAY);
    await passThrough(agent, clock, clock.now() + MINUTE);
    const { part, incident } = await failureOf(messenger, agent);
    expect(part).toEqual(failureLine(incident));
    expect(await endStory(agent, model)).toEqual([
      "hello: failed (given up: The database is locked.)",
    ]);
  },
);

test(
  "a message whose files cannot be stored fails with an incident, and the chat goes on",
  { timeout: 60_000 },
  async () => {
    const { files, understanding } = fileStory({ holds: { v1: "I am at home." } });
    const messenger = scriptedChannel({ files });
    const clock = testClock("2026-03-01T12:00:00Z");
    const model = scriptedModel([{ text: "Yes." }]);
    let tries = 0;
    await using agent = await startAgent({
      model,
      channels: [messenger],
      understanding,
      clock,
      refuseCommit: (point) => {
        if (point !== "understand") return undefined;
        tries += 1;
        return new TypeError("a bug with this message");
      },
    });

    await messenger.say("listen", { media: [voice("v1")] });
    await passThrough(agent, clock, clock.now() + MINUTE);
    await messenger.say("are you there?");
    await passThrough(agent, clock, clock.now() + MINUTE);

    expect(tries).toBe(3);
    const [failed] = messenger.delivered;
    expect(failed?.part).toMatchObject({ type: "notice", code: "failed" });
    expect(JSON.stringify(failed?.part)).toMatch(/Incident: \S+/);
    expect(textsIn(messenger)).toEqual(["notice", "Yes."]);
    expect(await agent.store.read.work.of("attachments")).toEqual([]);
    expect(await endStory(agent, model)).toEqual([
      "listen: failed (given up after 3 attempts)",
      "are you there?: answered",
    ]);
  },
);

test(
  "files whose reading breaks now and then are not given up: a reading that is stored counts anew",
  { timeout: 60_000 },
  async () => {
    const { files, understanding } = fileStory({ holds: { v1: "One.", v2: "Two." } });
    const messenger = scriptedChannel({ files });
    const clock = testClock("2026-03-01T12:00:00Z");
    const model = scriptedModel(() => ({ text: "Good." }));
    let tries = 0;
    await using agent = await startAgent({
      model,
      channels: [messenger],
      understanding,
      clock,
      refuseCommit: (point) => {
        if (point !== "understand") return undefined;
        tries += 1;
        return tries % 3 === 0 ? undefined : new TypeError("a bug now and then");
      },
    });

    for (const ref of ["v1", "v2"]) {
      await messenger.say("", { media: [voice(ref)] });
      await passThrough(agent, clock, clock.now() + MINUTE);
    }

    expect(await endStory(agent, model)).toEqual(["One.: answered", "Two.: answered"]);
  },
);

test(
  "attempts outlive the process, so a message that kills it does so three times at most",
  patient,
  async () => {
    const model = scriptedModel([{ text: "Hello." }]);
    const seen = { inbox: 0, broke: 0 };
    const first = scriptedChannel();
    await using home = await startAgent({ model, channels: [first], promptFiles: brokenFiles });
    await first.say("hello");
    await home.stop();
    seen.broke += loggedAs(home, "turn failed").length;

    for (let life = 0; life < 3; life++) {
      const channels = [scriptedChannel()];
      await using agent = await startAgent({
        model,
        channels,
        promptFiles: brokenFiles,
        home: home.home,
      });
      if (life === 2) await channels[0]?.received(1);
      await agent.stop();
      seen.broke += loggedAs(agent, "turn failed").length;
    }

    expect(seen.broke).toBe(3);
    expect(await endStory(home)).toEqual(["hello: failed (given up after 3 attempts)"]);
  },
);

test(
  "a turn that breaks after a call goes on from there: what is keyed runs again, the rest is not known",
  patient,
  async () => {
    const messenger = scriptedChannel();
    const ran: string[] = [];
    const recording = (name: string, own: object) =>
      fakeTool(name, {
        effect: "write",
        run: async (_params, { callId }) => ran.push(`${name} ${callId}`),
        ...own,
      });
    const tools = [recording("keyed", { replay: "same-key" }), recording("plain", {})];
    const calls = [
      { name: "keyed", args: {} },
      { name: "plain", args: {} },
    ];
    const model = scriptedModel([{ calls }, { text: "Done." }]);
    let settlements = 0;
    await using agent = await startAgent({
      model,
      channels: [messenger],
      tools,
      refuseCommit: (point) => {
        if (point !== "settle-call") return undefined;
        settlements += 1;
        // The settlement of each call is refused once.
        return settlements === 1 || settlements === 3 ? new Error("the disk is gone") : undefined;
      },
    });

    await messenger.say("write");
    await messenger.received(1);

    const [first, again, plain] = ran;
    expect(ran.length).toBe(3);
    expect(again).toBe(first);
    expect(plain).toMatch(/^plain /);
    expect(model.requests[1]?.messages.slice(-2)).toMatchObject([
      { name: "keyed", text: "2", isError: false },
      {
        name: "plain",
        text: "Interrupted: the call may or may not have run. Check before you call it again.",
        isError: true,
      },
    ]);
    expect(await endStory(agent, model)).toEqual(["write: answered"]);
  },
);

test("a released call that breaks off still acts for the person who asked", patient, async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(({ messages }) =>
    messages.at(-1)?.text.includes("note it")
      ? { calls: [{ name: "note_for_me", args: {} }] }
      : { text: "Fine." },
  );
  let runs = 0;
  const tool = fakeTool("note_for_me", {
    effect: "send",
    replay: "same-key",
    needs: ["notes"],
    run: async (_params, { notes, callId }) =>
      notes.create({ id: `${callId}-${runs++}`, text: "mine" }),
  });
  const refusals = [new Error("the disk is gone")];
  await using agent = await startAgent({
    model,
    channels: [messenger],
    tools: [tool],
    roles: { bob: "member" },
    refuseCommit: (point) => (point === "settle-call" ? refusals.pop() : undefined),
  });

  await messenger.say("hello", { externalId: "7", kind: "group" });
  await messenger.received(1);
  await messenger.say("note it", { externalId: "7", kind: "group", sender: "bob" });
  await messenger.received(3);
  const [approval] = await agent.store.read.approvals.list(1);
  const { person: ann } = await callerOf(agent);
  const { person: bob } = await callerOf(agent, { name: "bob" });
  if (approval) await agent.core.inbox.decide({ approval: approval.id, verdict: "allow", by: ann });
  await messenger.received(4);

  const ofPerson = (person: typeof ann) =>
    agent.store.read.notes.list({ tenant: "home", person: person.id }, 10);
  expect((await ofPerson(bob)).length).toBe(2);
  expect(await ofPerson(ann)).toEqual([]);
  expect(await endStory(agent, model)).toEqual([
    "hello: answered",
    "note it: answered",
    "allow: answered",
  ]);
});

test(
  "a turn that can be neither settled nor given back goes on when there is room again",
  patient,
  async () => {
    const messenger = scriptedChannel();
    const full = new DiskFullFault();
    const refusals = { "settle-turn": [full], release: [full, full] };
    const model = scriptedModel([{ text: "Hello." }, { text: "Hello again." }]);
    await using agent = await startAgent({
      model,
      channels: [messenger],
      refuseCommit: (point) =>
        point === "settle-turn" || point === "release" ? refusals[point].pop() : undefined,
    });

    await messenger.say("hello");
    const [reply] = await messenger.received(1);

    expect(reply?.part).toEqual({ type: "text", text: "Hello again." });
    expect(model.requests[1]).toEqual(model.requests[0]);
    expect(agent.logged.map(({ sentence }) => sentence)).toEqual([
      "failed to postpone a turn",
      "failed to postpone a turn",
      "turn failed",
    ]);
    expect(await endStory(agent, model)).toEqual(["hello: answered"]);
  },
);

test("a message that could not be stored is not acknowledged, and is accepted when it comes again", async () => {
  const messenger = scriptedChannel();
  const full = new DiskFullFault();
  const refusals = [full];
  const model = scriptedModel([{ text: "Hello." }]);
  await using agent = await startAgent({
    model,
    channels: [messenger],
    refuseCommit: (point) => (point === "accept" ? refusals.pop() : undefined),
  });

  await expect(messenger.say("hello", { id: "m" })).rejects.toBe(full);
  expect(await messenger.say("hello", { id: "m" })).toMatchObject({ outcome: "queued" });
  await messenger.received(1);
  expect(await messenger.say("hello", { id: "m" })).toMatchObject({ outcome: "repeat" });

  expect(await endStory(agent, model)).toEqual(["hello: answered"]);
});

test("a message that cannot be taken up does not hold up other chats", patient, async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Hello." }));
  const refusals = [new Error("broken on purpose")];
  await using agent = await startAgent({
    model,
    channels: [messenger],
    refuseCommit: (point) => (point === "claim" ? refusals.pop() : undefined),
  });

  await Promise.all([
    messenger.say("first", { externalId: "cursed" }),
    messenger.say("second", { externalId: "2" }),
  ]);
  const replies = await messenger.received(2);

  expect(replies.map(({ externalId }) => externalId)).toEqual(["2", "cursed"]);
  expect(loggedAs(agent, "failed to claim a chat")).toHaveLength(1);
  expect(await endStory(agent, model)).toEqual(["first: answered", "second: answered"]);
});

test("a message with a time that no calendar holds is answered as if it came now", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "Hello." }]);
  await using agent = await startAgent({ model, channels: [messenger] });

  await agent.core.inbox.deliver({
    id: "1",
    edit: 0,
    address: { channel: "scripted", externalId: "1", kind: "direct" },
    sender: { id: "ann", name: "ann" },
    text: "from the end of time",
    sentAt: 1e20,
  });
  await messenger.received(1);

  expect(await endStory(agent, model)).toEqual(["from the end of time: answered"]);
});
