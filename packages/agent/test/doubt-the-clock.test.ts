import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createWakeup } from "../src/kernel/wakeup.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { keepClock, openClock, saveClock } from "../src/app/keep-clock.ts";
import { modelError } from "../src/llm/model-error.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { resolveHome } from "../src/platform/home.ts";
import { silentLog } from "../src/platform/log.ts";
import { fireJobs } from "./kit/fire-jobs.ts";
import { addJobs, chatIn, runsOf } from "./kit/job-story.ts";
import { type AgentOptions, startAgent } from "./kit/start-agent.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.parse("2026-03-27T08:00:00Z");

/** A machine with a home, whose clock a test sets. */
async function openMachine(wall = START) {
  const root = await mkdtemp(path.join(tmpdir(), "reeve-clock-"));
  const state = { wall, monotonic: 0, sinceBoot: 0, boots: 0 };
  const home = resolveHome({ REEVE_HOME: root }, root);
  return {
    pass(ms: number) {
      state.wall += ms;
      state.monotonic += ms;
      state.sinceBoot += ms;
    },
    /** Sets the clock forward or back. */
    step: (ms: number) => void (state.wall += ms),
    sleep(ms: number) {
      state.wall += ms;
      state.sinceBoot += ms;
    },
    /** Turns the machine off, and on again at another time of its clock. */
    reboot(ms: number) {
      state.wall += ms;
      state.monotonic = 0;
      state.sinceBoot = 0;
      state.boots += 1;
    },
    wall: () => state.wall,
    /** Starts the agent of the home; `look` is what its process does every half minute. */
    async start(own: Partial<Pick<AgentOptions, "refuseCommit" | "model">> = {}) {
      const messenger = scriptedChannel();
      const { guard } = openClock(home, {
        wall: () => state.wall,
        monotonic: () => state.monotonic,
        sinceBoot: () => state.sinceBoot,
        boot: `boot ${state.boots}`,
      });
      const model = scriptedModel(Array.from({ length: 3 }, () => ({ text: "Hello." })));
      const options = { model, channels: [messenger], clock: guard, home: root, ...own };
      const agent = await startAgent(options);
      const look = async () => {
        await saveClock({ guard, store: agent.store, log: silentLog, file: home.clock });
        await fireJobs(agent.store, guard);
      };
      return {
        agent,
        guard,
        messenger,
        look,
        async runsOf(job: string) {
          await look();
          return runsOf(agent, job);
        },
        async [Symbol.asyncDispose]() {
          await look();
          await agent[Symbol.asyncDispose]();
        },
      };
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

/** Says something, so that there is a chat, and plans an hourly job and a reminder in it. */
async function plan(
  {
    agent,
    guard,
    messenger,
  }: Awaited<ReturnType<Awaited<ReturnType<typeof openMachine>>["start"]>>,
  remindInMs: number,
): Promise<void> {
  await messenger.say("hello");
  await messenger.received(1);
  const now = guard.now();
  const at = now + remindInMs;
  await addJobs(agent, [
    {
      id: "hourly",
      schedule: { type: "every", everyMs: HOUR, from: now + HOUR },
      nextAt: now + HOUR,
      createdAt: now,
      onMissed: "skip",
    },
    { id: "reminder", schedule: { type: "at", at }, nextAt: at, createdAt: now },
  ]);
}

test("a start 400 days ahead fires nothing, and once the clock is back all goes on", async () => {
  await using machine = await openMachine();
  {
    await using agent = await machine.start();
    await plan(agent, 3 * HOUR);
    machine.pass(HOUR);
    expect(await agent.runsOf("hourly")).toEqual(["2026-03-27T09:00 done"]);
  }
  machine.reboot(400 * DAY);
  {
    await using agent = await machine.start();
    machine.pass(4 * HOUR);
    expect(await agent.runsOf("hourly")).toHaveLength(1);
    expect(await agent.runsOf("reminder")).toEqual([]);
    expect(agent.guard.isTrusted).toBe(false);
  }
  machine.reboot(-400 * DAY);
  await using agent = await machine.start();
  expect(agent.guard.isTrusted).toBe(true);
  expect(await agent.runsOf("reminder")).toEqual(["2026-03-27T11:00 late"]);
  machine.pass(HOUR);
  expect((await agent.runsOf("hourly")).at(-1)).toBe("2026-03-27T14:00 done");
});

test("what was planned by a clock 400 days ahead is moved when the clock goes back", async () => {
  await using machine = await openMachine(START + 400 * DAY);
  await using agent = await machine.start();
  await plan(agent, 10 * MINUTE);
  machine.step(-400 * DAY);
  expect(await agent.runsOf("reminder")).toEqual([]);
  expect(agent.guard.isTrusted).toBe(false);

  agent.guard.witness(machine.wall());
  machine.pass(10 * MINUTE);
  expect(await agent.runsOf("reminder")).toEqual(["2026-03-27T08:10 done"]);
  machine.pass(50 * MINUTE);
  expect(await agent.runsOf("hourly")).toEqual(["2026-03-27T09:00 done"]);
  const chat = await chatIn(agent.agent);
  const messages = await agent.agent.store.read.messages.newest(chat.id, 10);
  const ours = messages.filter(({ direction }) => direction === "out");
  expect(ours.map(({ at }) => new Date(at).toISOString().slice(0, 10))).toEqual(
    ours.map(() => "2026-03-27"),
  );
});

test.each([
  [
    "forward",
    2 * HOUR,
    [
      "2026-03-27T09:00 done",
      "2026-03-27T10:00 skipped",
      "2026-03-27T11:00 done",
      "2026-03-27T12:00 done",
    ],
  ],
  [
    "back",
    -2 * HOUR,
    [
      "2026-03-27T08:00 done",
      "2026-03-27T09:00 done",
      "2026-03-27T10:00 done",
      "2026-03-27T11:00 done",
    ],
  ],
])(
  "a step of two hours %s fires no instant twice, and the next one on time",
  async (_name, ms, runs) => {
    await using machine = await openMachine();
    await using agent = await machine.start();
    await plan(agent, 10 * HOUR);
    machine.pass(HOUR + MINUTE);
    expect(await agent.runsOf("hourly")).toEqual(["2026-03-27T09:00 done"]);
    machine.step(ms);
    expect(await agent.runsOf("hourly")).toHaveLength(1);
    agent.guard.witness(machine.wall());
    for (let hour = 0; hour < 4 && machine.wall() < START + 4 * HOUR; hour += 1) {
      await agent.look();
      machine.pass(HOUR - MINUTE);
      await agent.look();
      machine.pass(MINUTE);
    }
    expect(await agent.runsOf("hourly")).toEqual(runs);
  },
);

test("an instant that ran by a clock two hours ahead does not run again", async () => {
  await using machine = await openMachine();
  await using agent = await machine.start();
  await plan(agent, 10 * HOUR);
  const cron = { type: "cron", cron: "0 * * * *", timeZone: "UTC" } as const;
  await addJobs(agent.agent, [{ id: "cron", schedule: cron, nextAt: START + HOUR, createdAt: 1 }]);
  machine.pass(HOUR);
  await agent.look();
  machine.step(-2 * HOUR);
  await agent.look();
  agent.guard.witness(machine.wall());
  await agent.look();
  for (let hour = 0; hour < 3; hour += 1) {
    machine.pass(HOUR);
    await agent.look();
  }
  expect(await agent.runsOf("cron")).toEqual([
    "2026-03-27T08:00 done",
    "2026-03-27T09:00 done",
    "2026-03-27T10:00 done",
  ]);
});

test("after eight hours of sleep a reminder comes late, once, and the schedule goes on", async () => {
  await using machine = await openMachine();
  await using agent = await machine.start();
  await plan(agent, 3 * HOUR);
  machine.sleep(8 * HOUR);
  expect(agent.guard.isTrusted).toBe(true);
  expect(await agent.runsOf("reminder")).toEqual(["2026-03-27T11:00 late"]);
  machine.pass(HOUR);
  expect((await agent.runsOf("hourly")).at(-1)).toBe("2026-03-27T17:00 done");
  expect(await agent.runsOf("reminder")).toHaveLength(1);
});

test("times that could not be set right for a full disk are set right later", async () => {
  await using machine = await openMachine(START + 400 * DAY);
  let isFull = false;
  await using agent = await machine.start({
    refuseCommit: (point) => (isFull && point === "recover" ? new Error("disk full") : undefined),
  });
  await plan(agent, 10 * MINUTE);
  machine.step(-400 * DAY);
  expect(await agent.runsOf("reminder")).toEqual([]);
  agent.guard.witness(machine.wall());
  isFull = true;
  await expect(agent.look()).rejects.toThrow("disk full");
  isFull = false;
  machine.pass(10 * MINUTE);
  expect(await agent.runsOf("reminder")).toEqual(["2026-03-27T08:10 done"]);
});

test("a mark that cannot be written does not end the watch over the clock", async () => {
  await using machine = await openMachine();
  await using agent = await machine.start();
  const { store, home } = agent.agent;
  const stopping = new AbortController();
  const wakeup = createWakeup();
  const failures: unknown[] = [];
  const log = { ...silentLog, error: (...line: readonly unknown[]) => void failures.push(line[0]) };
  const file = path.join(home, "no", "folder", "reeve.clock");
  const deps = { guard: agent.guard, wakeup, file, store, log };
  const watching = keepClock(
    { ...deps, onCorrected: () => undefined, witness: () => undefined },
    stopping.signal,
  );
  await expect.poll(() => failures).not.toEqual([]);
  stopping.abort();
  await watching;
  expect(new Set(failures)).toEqual(new Set(["failed to save the time"]));
});

test("after a week off, what was due waits until the owner confirms the time", async () => {
  await using machine = await openMachine();
  {
    await using agent = await machine.start();
    await plan(agent, 3 * HOUR);
  }
  machine.reboot(7 * DAY);
  await using agent = await machine.start();
  expect(await agent.runsOf("reminder")).toEqual([]);
  agent.guard.confirm();
  expect(await agent.runsOf("reminder")).toEqual(["2026-03-27T11:00 late"]);
});

test("a clock that is set back by 50 minutes delays no waiting answer", async () => {
  await using machine = await openMachine();
  let isDown = true;
  const error = modelError("network", { message: "gone" });
  const model = scriptedModel(() => (isDown ? { error } : { text: "Here it is." }));
  await using agent = await machine.start({ model });
  const { store } = agent.agent;
  await agent.messenger.say("hello");
  await expect.poll(() => store.read.modelWaits.list()).toHaveLength(1);
  await expect.poll(() => store.read.chats.nextDue()).not.toBe(undefined);
  machine.step(-50 * MINUTE);
  isDown = false;
  await agent.look();
  machine.pass(5000);
  agent.agent.look();
  await agent.messenger.received(1);
  expect(agent.messenger.delivered.map(({ part }) => part)).toMatchObject([
    { type: "text", text: "Here it is." },
  ]);
});
