import { afterAll, beforeAll, expect, test } from "vitest";
import { toId } from "../../src/kernel/ids.ts";
import { scriptedChannel } from "../../src/channels/testing/scripted-channel.ts";
import { endStory } from "../kit/end-story.ts";
import { addJobs, passTo, runsOf, testClock, textsIn } from "../kit/job-story.ts";
import { type ChaosModel, MODES, serveChaosModel, WORDS } from "../kit/models/chaos-model.ts";
import { modelOfServer } from "../kit/models/model-of-server.ts";
import { recoveryLimit } from "../kit/models/recovery-limit.ts";
import { passThrough, passUntil } from "../kit/pass-time.ts";
import { startAgent } from "../kit/start-agent.ts";

const HOUR_MS = 3_600_000;

let server: ChaosModel;
beforeAll(async () => {
  server = await serveChaosModel();
});
afterAll(async () => server[Symbol.asyncDispose]());

/** Starts an agent that has a chat, with a clock that stands at noon. */
async function open() {
  server.mode = "ok";
  const clock = testClock("2026-03-27T12:00:00Z");
  const messenger = scriptedChannel();
  const model = await modelOfServer(server, clock);
  const agent = await startAgent({ model, channels: [messenger], clock });
  await messenger.say("hello");
  await messenger.received(1);
  const spoken = () => textsIn(messenger).filter((text) => text !== "notice");
  return { clock, agent, spoken };
}

const AT = "2026-03-27T13:00:00Z";

test.each(MODES)(
  "%s: a job that comes due waits, and its child runs after it",
  { timeout: 60_000 },
  async (mode) => {
    const { clock, agent, spoken } = await open();
    await using _ = agent;
    await addJobs(agent, [
      { id: "look", kind: "agent", at: AT },
      { id: "tell", parents: [toId("look")], nextAt: null },
    ]);
    server.mode = mode;
    passTo(agent, clock, AT);
    await passThrough(agent, clock, clock.now() + HOUR_MS);
    expect([await runsOf(agent, "look"), await runsOf(agent, "tell")]).toEqual([
      ["2026-03-27T13:00 queued"],
      [],
    ]);
    expect(spoken()).toEqual([WORDS]);

    server.mode = "ok";
    const isOver = async () => (await runsOf(agent, "look"))[0] === "2026-03-27T13:00 done";
    expect(await passUntil(agent, clock, isOver)).toBeLessThanOrEqual(recoveryLimit(HOUR_MS));
    await expect.poll(spoken).toEqual([WORDS, WORDS, expect.stringContaining("tell")]);
    const [run] = await agent.store.read.jobs.runs(toId<"job">("look"), 1);
    expect(run?.result).toBe(`${WORDS}\n[no tool was used]`);
    expect(await endStory(agent)).toEqual(["hello: answered", "look: answered"]);
  },
);

test(
  "a job whose model is down for a day fails with the reason, and its children do as they say",
  { timeout: 120_000 },
  async () => {
    const { clock, agent, spoken } = await open();
    await using _ = agent;
    await addJobs(agent, [
      { id: "look", kind: "agent", at: AT },
      { id: "skipping", parents: [toId("look")], nextAt: null },
      { id: "going on", parents: [toId("look")], nextAt: null, onParentFailure: "continue" },
    ]);
    server.mode = "503";
    passTo(agent, clock, AT);
    const isOver = async () => (await runsOf(agent, "look"))[0] === "2026-03-27T13:00 failed";
    const passed = await passUntil(agent, clock, isOver);
    expect(Math.round(passed / HOUR_MS)).toBe(24);
    const [run] = await agent.store.read.jobs.runs(toId<"job">("look"), 1);
    expect(run?.result).toBe("failed: local/mock: it is 503");
    await expect
      .poll(() => runsOf(agent, "skipping"))
      .toEqual([expect.stringContaining("skipped")]);
    await expect.poll(() => runsOf(agent, "going on")).toEqual([expect.stringContaining("done")]);
    await expect.poll(spoken).toEqual([WORDS, expect.stringContaining("going on")]);
  },
);
