import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { toId } from "../src/kernel/ids.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { openTestSqlite } from "../src/store/sqlite/testing/open-test-sqlite.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { endStory } from "./kit/end-story.ts";
import { fireJobs } from "./kit/fire-jobs.ts";
import { addJobs, passTo, chatIn, runsOf, testClock, textsIn } from "./kit/job-story.ts";
import { startAgent } from "./kit/start-agent.ts";

const START = "2026-03-27T08:00:00Z";
const NINE = "2026-03-27T09:00:00Z";

/** Opens a scheduler on a separate connection, like another process. */
async function openScheduler(home: string, clock: ReturnType<typeof testClock>) {
  const store = await openTestSqlite(path.join(home, "reeve.db"), { synchronous: "normal" });
  return {
    store,
    fire: () => fireJobs(store, clock),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

/** Opens a home with a message and without a running agent. */
async function openHome() {
  const home = await mkdtemp(path.join(tmpdir(), "reeve-"));
  const clock = testClock(START);
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "Hello." }]);
  const agent = await startAgent({ model, channels: [messenger], clock, home });
  await messenger.say("hello");
  await messenger.received(1);
  await agent[Symbol.asyncDispose]();
  return { home, clock, [Symbol.asyncDispose]: () => rm(home, { recursive: true }) };
}

test("two schedulers on one store fire each instant once", async () => {
  await using opened = await openHome();
  const { home, clock } = opened;
  await using one = await openScheduler(home, clock);
  await using other = await openScheduler(home, clock);
  const ids = Array.from({ length: 250 }, (_, index) => `r${index}`);
  await addJobs(one, [
    ...ids.map((id) => ({ id, at: NINE })),
    ...ids.map((id) => ({ id: `job-${id}`, at: NINE, kind: "agent" as const })),
  ]);
  clock.set(NINE);

  const [ofOne, ofOther] = await Promise.all([one.fire(), other.fire()]);

  const delivered = [...ofOne, ...ofOther].map(({ scheduled }) => scheduled?.job ?? "");
  expect(delivered.toSorted()).toEqual(ids.map((id) => `job-${id}`).toSorted());
  const chat = await chatIn(one);
  const facts = await one.store.read.events.since(chat.id, 0, 1_000);
  const said = facts.flatMap((fact) => (fact.type === "said" ? [fact.about] : []));
  expect(said.toSorted()).toEqual(ids.toSorted());
});

test("a thousand reminders that are due in one second are each said once, in less than two seconds of work", async () => {
  await using opened = await openHome();
  const { home, clock } = opened;
  await using scheduler = await openScheduler(home, clock);
  const ids = Array.from({ length: 1_000 }, (_, index) => `r${index}`);
  await addJobs(
    scheduler,
    ids.map((id) => ({ id, at: NINE })),
  );
  clock.set(NINE);
  const before = process.cpuUsage();

  await scheduler.fire();

  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(2);
  const chat = await chatIn(scheduler);
  const facts = await scheduler.store.read.events.since(chat.id, 0, 2_000);
  const said = facts.flatMap((fact) => (fact.type === "said" ? [fact.about] : []));
  expect(said.toSorted()).toEqual(ids.toSorted());
  expect((await scheduler.store.read.jobs.agenda()).nextAt).toBeUndefined();
});

test("a job that cannot be fired is tried again and set aside, and the others are fired at once", async () => {
  await using opened = await openHome();
  const { home, clock } = opened;
  await using scheduler = await openScheduler(home, clock);
  const broken = { type: "cron", cron: "never", timeZone: "UTC" } as const;
  await addJobs(scheduler, [
    { id: "before", at: NINE },
    { id: "poison", schedule: broken, nextAt: Date.parse(NINE) },
    { id: "after", at: NINE, kind: "agent" },
  ]);
  clock.set(NINE);

  const delivered = await scheduler.fire();

  expect(delivered.map(({ scheduled }) => scheduled?.job)).toEqual(["after"]);
  const chat = await chatIn(scheduler);
  const facts = await scheduler.store.read.events.since(chat.id, 0, 100);
  expect(facts.flatMap((fact) => (fact.type === "said" ? [fact.about] : []))).toEqual(["before"]);
  const poison = async () => scheduler.store.read.jobs.byId(toId("poison"));
  const nine = Date.parse(NINE);
  const retries = () => scheduler.store.read.work.of("job");
  expect(await poison()).toMatchObject({ state: "active" });
  expect(await retries()).toMatchObject([{ id: "poison", attempts: 1, nextAt: nine + 1000 }]);
  clock.set(nine + 1000);
  await scheduler.fire();
  expect(await poison()).toMatchObject({ state: "active" });
  expect(await retries()).toMatchObject([{ id: "poison", attempts: 2, nextAt: nine + 3000 }]);
  clock.set(nine + 3000);
  await scheduler.fire();
  expect(await poison()).toMatchObject({
    state: "cancelled",
    nextAt: null,
    why: 'it could not be run: "never" is not a valid cron expression: it needs five fields.',
  });
  expect(await runsOf(scheduler, "poison")).toEqual([expect.stringMatching(/ failed$/)]);
  expect(await retries()).toEqual([]);
});

/** Copies the job that is there, a minute apart; every other copy is over. */
function fillJobs(home: string, count: number, due: number): void {
  using database = new DatabaseSync(path.join(home, "reeve.db"));
  const others = `tenant, maker, chat, kind, text, call, schedule, ends_at, on_missed,
    on_parent_failure, parents, label, role, last_at, created, matched, why`;
  database.exec(`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into jobs (id, state, next_at, ${others})
    select 'copy' || n, case n % 2 when 0 then 'active' else 'done' end, ${due} + n * 60000, ${others}
    from numbers, jobs where jobs.id = 'first'`);
}

test("finding what is due among a hundred thousand jobs takes less than a millisecond", async () => {
  await using opened = await openHome();
  const { home, clock } = opened;
  await using scheduler = await openScheduler(home, clock);
  const due = Date.parse(NINE);
  await addJobs(scheduler, [{ id: "first", at: NINE }]);
  fillJobs(home, 100_000, due);
  const { jobs } = scheduler.store.read;
  const look = async () => {
    const before = process.cpuUsage();
    for (let turn = 0; turn < 100; turn += 1) {
      await jobs.agenda();
      await jobs.due(due, 100);
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / 100;
  };
  await look();

  expect(await look()).toBeLessThan(1);
  expect((await jobs.due(due, 100)).map(({ id }) => id)).toEqual(["first"]);
});

const group = (sender: string) => ({ externalId: "g", kind: "group", sender }) as const;

test("a reminder that waits for a message comes when it is written, once in a while and until its end", async () => {
  const messenger = scriptedChannel();
  const clock = testClock(START);
  const model = scriptedModel(() => ({ text: "Hello." }));
  const roles = { anna: "stranger", bob: "stranger" } as const;
  await using agent = await startAgent({ model, channels: [messenger], clock, roles });
  await messenger.say("hello");
  await messenger.received(1);
  await addJobs(agent, [
    {
      id: "flat",
      kind: "watch",
      text: "Answer about the flat",
      schedule: {
        type: "watch",
        person: "Anna",
        words: ["flats"],
        cooldownMs: 3_600_000,
        until: Date.parse("2026-03-28T08:00:00Z"),
      },
    },
  ]);

  await messenger.say("the flat is mine", group("bob"));
  await messenger.say("and the house?", group("anna"));
  await messenger.say("I have seen a flat", group("anna"));
  await messenger.received(2, "1");
  await messenger.say("Another flat!", group("anna"));
  clock.set("2026-03-27T10:00:00Z");
  await messenger.say("A third fl**at**", group("anna"));
  await messenger.received(3, "1");
  clock.set("2026-03-29T08:00:00Z");
  await messenger.say("A last flat", group("anna"));
  await addJobs(agent, [{ id: "end", at: "2026-03-29T08:00:00Z" }]);
  await messenger.received(4, "1");

  const told = "Answer about the flat (anna wrote about it)";
  expect(textsIn(messenger)).toEqual(["Hello.", told, told, "end"]);
  await endStory(agent, model);
});

test("what nobody asked for at that moment waits for the end of quiet hours", async () => {
  await using opened = await openHome();
  const { home, clock } = opened;
  const messenger = scriptedChannel();
  const model = scriptedModel([]);
  clock.set("2026-03-27T23:30:00Z");
  await using agent = await startAgent({ model, channels: [messenger], clock, home });
  const chat = await chatIn(agent);
  await agent.store.commit("configure-place", (tx) =>
    tx.preferences.put(
      { tenant: "home", person: toId(chat.uid) },
      { quiet: { from: "22:00", to: "07:00" } },
    ),
  );
  await addJobs(agent, [
    { id: "missed", at: NINE },
    { id: "asked", at: "2026-03-27T23:30:00Z" },
  ]);
  await messenger.received(1);
  expect(textsIn(messenger)).toEqual(["asked"]);

  passTo(agent, clock, "2026-03-28T07:00:00Z");
  await messenger.received(2);

  expect(textsIn(messenger)).toEqual([
    "asked",
    expect.stringContaining("missed (late: this was due"),
  ]);
  expect(await runsOf(agent, "missed")).toEqual(["2026-03-28T07:00 late"]);
  await endStory(agent, model);
});

test("the heartbeat looks after what is written down, says nothing where nothing is, and keeps to its budget", async () => {
  await using opened = await openHome();
  const { home, clock } = opened;
  const messenger = scriptedChannel();
  const usage = { inputTokens: 1, cachedTokens: 0, outputTokens: 1, costNano: 60n };
  const model = scriptedModel([
    { text: "HEARTBEAT_OK", usage },
    { text: "The disk is full.", usage },
  ]);
  const seed = await openScheduler(home, clock);
  const chat = await chatIn(seed);
  await seed[Symbol.asyncDispose]();
  await using agent = await startAgent({
    model,
    channels: [messenger],
    clock,
    home,
    heartbeat: {
      everyMs: 3_600_000,
      owner: toId(chat.uid),
      tenant: "home",
      nanoPerDay: 100n,
      read: async () => "Watch the disk.",
    },
  });
  const beats = async (count: number) => {
    while ((await agent.store.read.jobs.runs(toId("heartbeat"), 9)).length < count)
      await new Promise<void>((resolve) => setImmediate(resolve));
  };
  while (!(await agent.store.read.jobs.byId(toId("heartbeat"))))
    await new Promise<void>((resolve) => setImmediate(resolve));
  passTo(agent, clock, "2026-03-27T09:00:00Z");
  await beats(1);
  while ((await runsOf(agent, "heartbeat"))[0] !== "2026-03-27T09:00 done")
    await new Promise<void>((resolve) => setImmediate(resolve));
  expect(textsIn(messenger)).toEqual([]);
  passTo(agent, clock, "2026-03-27T10:00:00Z");
  await messenger.received(1);
  passTo(agent, clock, "2026-03-27T11:00:00Z");
  await beats(3);
  while ((await runsOf(agent, "heartbeat"))[2] !== "2026-03-27T11:00 skipped")
    await new Promise<void>((resolve) => setImmediate(resolve));

  expect(textsIn(messenger)).toEqual(["The disk is full."]);
  expect(model.requests).toHaveLength(2);
  expect(model.requests[0]?.messages.at(-1)?.text).toContain("Watch the disk.");
  await endStory(agent);
});
