import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { Recap } from "../src/core/turns/recap.ts";
import { importTranscript } from "../src/core/turns/import-transcript.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedSurface } from "../src/surfaces/testing/scripted-surface.ts";
import { endStory } from "./kit/end-story.ts";
import { startAgent } from "./kit/start-agent.ts";

const lifetime = { resetHour: "off", idleMinutes: 60 } as const;
const HOUR_MS = 3_600_000;

function startsAt(now: number) {
  let time = now;
  return { now: () => time, pass: (ms: number) => void (time += ms) };
}

/** Keeps recaps and tells of the first. */
function recaps() {
  const kept: Recap[] = [];
  const first = Promise.withResolvers<Recap>();
  const keepRecap = async (recap: Recap) => {
    kept.push(recap);
    first.resolve(recap);
  };
  return { kept, first: first.promise, keepRecap };
}

test("after a long silence a new session begins, and what the old one came to is kept", async () => {
  const messenger = scriptedSurface();
  const model = scriptedModel(() => ({ text: "Fine." }));
  const utility = scriptedModel([{ text: "Ann plans a trip." }]);
  const clock = startsAt(Date.UTC(2026, 1, 20, 12));
  const { kept, first, keepRecap } = recaps();
  const options = { model, utility, surfaces: [messenger], lifetime, clock, keepRecap };
  await using agent = await startAgent(options);

  await messenger.say("I plan a trip");
  await messenger.received(1);
  clock.pass(HOUR_MS / 2);
  await messenger.say("to Rome");
  await messenger.received(2);
  clock.pass(HOUR_MS);
  await messenger.say("hello");
  await messenger.received(3);

  const recap = await first;
  expect(model.requests.map(({ messages }) => messages.length)).toEqual([1, 3, 1]);
  expect([recap.text, recap.place.chat]).toEqual(["Ann plans a trip.", "1"]);
  expect(utility.requests[0]?.messages[0]?.text).toContain("to Rome");
  const sessions = await agent.store.read.sessions.list(9);
  expect(sessions.map(({ reason }) => reason)).toEqual([null, "idle"]);
  await endStory(agent, model);
  expect(kept).toHaveLength(1);
});

test("a session whose summing up was cut off is summed up by the next process", async () => {
  const messenger = scriptedSurface();
  const model = scriptedModel(() => ({ text: "Fine." }));
  const asked = Promise.withResolvers<void>();
  const slow = scriptedModel(() => {
    asked.resolve();
    return { text: "never said", hold: new Promise(() => {}) };
  });
  const clock = startsAt(Date.UTC(2026, 1, 20, 12));
  const options = { model, lifetime, clock };
  const before = recaps();
  await using dying = await startAgent({
    ...options,
    utility: slow,
    surfaces: [messenger],
    keepRecap: before.keepRecap,
  });
  await messenger.say("I plan a trip");
  await messenger.received(1);
  clock.pass(HOUR_MS);
  await messenger.say("hello");
  await asked.promise;
  await messenger.received(2);
  await dying.stop();

  const after = recaps();
  const utility = scriptedModel([{ text: "Ann plans a trip." }]);
  const surfaces = [scriptedSurface()];
  const { keepRecap } = after;
  await using agent = await startAgent({
    ...options,
    utility,
    surfaces,
    keepRecap,
    home: dying.home,
  });

  expect((await after.first).text).toBe("Ann plans a trip.");
  expect(before.kept).toEqual([]);
  await endStory(agent, model);
});

test("each session is copied into a file of its owner's, turn by turn", async () => {
  const home = await mkdtemp(path.join(tmpdir(), "reeve-transcripts-"));
  const folder = path.join(home, "sessions");
  const messenger = scriptedSurface();
  const model = scriptedModel([{ text: "One." }, { text: "Two." }]);
  const agent = await startAgent({ model, surfaces: [messenger], transcripts: folder });

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
  expect(malformed).toBe(0);
  expect(lines.map(({ role, text }) => [role, /first|second/.exec(text)?.[0] ?? text])).toEqual([
    ["user", "first"],
    ["assistant", "One."],
    ["user", "second"],
    ["assistant", "Two."],
  ]);
  await rm(home, { recursive: true });
});
