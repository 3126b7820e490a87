import { sessions as sessionOperations } from "@reeve/operations/work/sessions";
import { askAs } from "../src/operations/ask.ts";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { SessionSummary } from "../src/core/turns/sessions/summary-work.ts";
import { importTranscript } from "../src/core/turns/sessions/import-transcript.ts";
import { toId } from "../src/kernel/ids.ts";
import type { Model } from "../src/llm/model.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { heldAnswer } from "./kit/models/held-answer.ts";
import { startAgent } from "./kit/start-agent.ts";

const lifetime = { resetHour: "off", idleMinutes: 60 } as const;
const HOUR_MS = 3_600_000;

function startsAt(now: number) {
  let time = now;
  return { now: () => time, pass: (ms: number) => void (time += ms) };
}

/** Collects summaries and reports the first. */
function summaries() {
  const kept: SessionSummary[] = [];
  const first = Promise.withResolvers<SessionSummary>();
  const saveDailySummary = async (summary: SessionSummary) => {
    kept.push(summary);
    first.resolve(summary);
  };
  return { kept, first: first.promise, saveDailySummary };
}

test("after a long silence a new session begins, and what the old one came to is kept", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Fine." }));
  const utility = scriptedModel([{ text: "Ann plans a trip." }]);
  const clock = startsAt(Date.UTC(2026, 1, 20, 12));
  const { kept, first, saveDailySummary } = summaries();
  const options = { model, utility, channels: [messenger], lifetime, clock, saveDailySummary };
  await using agent = await startAgent(options);

  await messenger.say("I plan a trip");
  await messenger.received(1);
  clock.pass(HOUR_MS / 2);
  await messenger.say("to Rome");
  await messenger.received(2);
  clock.pass(HOUR_MS);
  await messenger.say("hello");
  await messenger.received(3);

  const summary = await first;
  expect(model.requests.map(({ messages }) => messages.length)).toEqual([1, 3, 1]);
  expect([summary.text, summary.chat.externalId]).toEqual(["Ann plans a trip.", "1"]);
  expect(utility.requests[0]?.messages[0]?.text).toContain("to Rome");
  const sessions = await agent.store.read.sessions.list(9);
  expect(sessions.map(({ reason }) => reason)).toEqual([null, "idle"]);
  await endStory(agent, model);
  expect(kept).toHaveLength(1);
});

test("a session whose summing up was cut off is summed up by the next process", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Fine." }));
  const asked = Promise.withResolvers<void>();
  const slow = scriptedModel(() => {
    asked.resolve();
    return { text: "never said", hold: new Promise(() => {}) };
  });
  const clock = startsAt(Date.UTC(2026, 1, 20, 12));
  const options = { model, lifetime, clock };
  const before = summaries();
  await using dying = await startAgent({
    ...options,
    utility: slow,
    channels: [messenger],
    saveDailySummary: before.saveDailySummary,
  });
  await messenger.say("I plan a trip");
  await messenger.received(1);
  clock.pass(HOUR_MS);
  await messenger.say("hello");
  await asked.promise;
  await messenger.received(2);
  await dying.stop();

  const after = summaries();
  const utility = scriptedModel([{ text: "Ann plans a trip." }]);
  const channels = [scriptedChannel()];
  const { saveDailySummary } = after;
  await using agent = await startAgent({
    ...options,
    utility,
    channels,
    saveDailySummary,
    home: dying.home,
  });

  expect((await after.first).text).toBe("Ann plans a trip.");
  expect(before.kept).toEqual([]);
  await endStory(agent, model);
});

test("a summary that was answered while the process ends is kept, with what it cost", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Fine." }));
  const usage = { inputTokens: 70, cachedTokens: 0, outputTokens: 7 };
  const scripted = scriptedModel([{ text: "Ann plans a trip.", usage }]);
  const stopping = Promise.withResolvers<void>();
  const utility: Model = {
    ...scripted,
    async *stream(request, options) {
      for await (const event of scripted.stream(request, options)) {
        // Not waited for: the process ends while the answer is on its way.
        if (event.type === "done") stopping.resolve(agent.stop());
        yield event;
      }
    },
  };
  const { kept, saveDailySummary } = summaries();
  await using agent = await startAgent({ model, utility, channels: [messenger], saveDailySummary });
  await messenger.say("I plan a trip");
  await messenger.received(1);

  await askAs(agent.core.control, await callerOf(agent))(sessionOperations.new, {});
  await stopping.promise;

  const [row] = await agent.store.read.inbox.find("m1");
  const spent = await agent.store.read.usage.ofTurn(toId(String(row?.turn)));
  expect(kept.map(({ text }) => text)).toEqual(["Ann plans a trip."]);
  expect(spent.map(({ purpose, inputTokens }) => [purpose, inputTokens]).slice(1)).toEqual([
    ["recap", 70],
  ]);
});

test("without a model that sums up, the beginnings of what was said are kept", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Fine." }));
  const { kept, first, saveDailySummary } = summaries();
  await using agent = await startAgent({ model, channels: [messenger], saveDailySummary });
  await messenger.say("I plan a trip");
  await messenger.received(1);

  await askAs(agent.core.control, await callerOf(agent))(sessionOperations.new, {});

  const summary = await first;
  expect([summary.text, summary.chat.externalId]).toEqual([
    "- Asked: I plan a trip\n- Answered: Fine.",
    "1",
  ]);
  await endStory(agent, model);
  expect(kept).toHaveLength(1);
});

test("what a session came to is told once its last turn has ended", async () => {
  const messenger = scriptedChannel();
  const { answer, begun, letGo } = heldAnswer({ text: "By train." });
  const model = scriptedModel([{ text: "Fine." }, { text: "Well." }, answer]);
  const { kept, first, saveDailySummary } = summaries();
  await using agent = await startAgent({ model, channels: [messenger], saveDailySummary });
  await messenger.say("I plan a trip");
  await messenger.received(1);
  await messenger.say("hello", { externalId: "2" });
  await messenger.received(2);
  await messenger.say("how do I get there?");
  await begun;

  await askAs(agent.core.control, await callerOf(agent))(sessionOperations.new, {});
  await askAs(agent.core.control, await callerOf(agent, { externalId: "2" }))(
    sessionOperations.new,
    {},
  );
  expect((await first).chat.externalId).toBe("2");
  letGo();
  await expect.poll(() => kept).toHaveLength(2);

  expect(kept[1]?.text.split("\n")).toEqual([
    "- Asked: I plan a trip",
    "- Answered: Fine.",
    "- Asked: how do I get there?",
    "- Answered: By train.",
  ]);
  await endStory(agent, model);
  expect(kept).toHaveLength(2);
});

test("each session is copied into a file of its owner's, turn by turn", async () => {
  const home = await mkdtemp(path.join(tmpdir(), "reeve-transcripts-"));
  const folder = path.join(home, "sessions");
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "One." }, { text: "Two." }]);
  const agent = await startAgent({ model, channels: [messenger], transcripts: folder });

  await messenger.say("first");
  await messenger.received(1);
  await messenger.say("second");
  await messenger.received(2);
  await endStory(agent, model);
  const [session] = await agent.store.read.sessions.list(1);
  await agent[Symbol.asyncDispose]();

  const file = path.join(folder, `${session?.id}.jsonl`);
  expect(await readdir(folder)).toEqual([path.basename(file)]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const { lines, malformed } = importTranscript(await readFile(file, "utf8"));
  expect(malformed).toEqual([]);
  expect(lines.map(({ role, text }) => [role, /first|second/.exec(text)?.[0] ?? text])).toEqual([
    ["user", "first"],
    ["assistant", "One."],
    ["user", "second"],
    ["assistant", "Two."],
  ]);
  await rm(home, { recursive: true });
});
