import { preferences } from "@reeve/operations/people/preferences";
import { readdir } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import path from "node:path";
import { privacy } from "@reeve/operations/memory/privacy";
import { expect, test, vi } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { readlaterSave } from "../src/features/read-later/tools/save.ts";
import { reminderCreate } from "../src/features/reminders/tools/create.ts";
import { taskCreate } from "../src/features/tasks/tools/create.ts";
import { scheduleCreate } from "../src/tools/core/schedule-create.ts";
import { askOf } from "./kit/ask-of.ts";
import { callerOf } from "./kit/caller-of.ts";
import { passTo, testClock, textsIn } from "./kit/job-story.ts";
import { type RunningAgent, startAgent } from "./kit/start-agent.ts";

const SECRET = "74819265-KILO";

/**
 * Starts an agent with a task, a reading list item and a reminder that contain the secret, and others that
 * do not.
 */
async function startWithSecrets() {
  const messenger = scriptedChannel();
  const at = "2026-11-22 09:00";
  const model = scriptedModel([
    {
      calls: [
        { name: "task_create", args: { title: `Use ${SECRET}`, project: "Gym" } },
        { name: "task_create", args: { title: "Buy bread" } },
        { name: "readlater_save", args: { text: `Locker: ${SECRET}` } },
        { name: "reminder_create", args: { text: `Locker ${SECRET}`, at } },
        { name: "reminder_create", args: { text: "Keys", when: { about: SECRET } } },
        { name: "reminder_create", args: { text: "Bread", at: "2026-11-22 10:00" } },
      ],
    },
    { text: "Kept." },
  ]);
  const agent = await startAgent({
    model,
    channels: [messenger],
    tools: [taskCreate, readlaterSave, reminderCreate],
    clock: { now: () => Date.parse("2026-11-21T12:00:00Z") },
  });
  await messenger.say(`my code is ${SECRET}`);
  await messenger.received(1);
  return { agent, ask: askOf(agent) };
}

/** Returns the contents of tables, each row as one text. */
function rowsOf({ home }: RunningAgent, tables: readonly string[]): string[] {
  using database = new DatabaseSync(path.join(home, "reeve.db"), { readOnly: true });
  return tables.flatMap((table) =>
    database
      .prepare(`select * from ${table}`)
      .all()
      .map((row) => `${table} ${JSON.stringify(row)}`),
  );
}

const OWN = ["tasks", "readings", "jobs", "memory_changes", "passages"];

test("a task is forgotten with all that says the same, and what says something else stays", async () => {
  const { agent, ask } = await startWithSecrets();
  await using _ = agent;
  const [secret] =
    (await agent.store.read.tasks.list(
      { tenant: "home", person: (await callerOf(agent)).person.id },
      { project: "gym", limit: 1 },
    )) ?? [];
  expect(await ask(privacy.forget, { id: secret?.id ?? "" })).toMatchObject({
    type: "forgotten",
    kind: "note",
  });

  const rows = rowsOf(agent, OWN);
  expect(rows.filter((row) => row.includes("74819265"))).toEqual([]);
  const has = (table: string, text: string) =>
    rows.some((row) => row.startsWith(`${table} `) && row.includes(text));
  expect(has("tasks", "Gym")).toBe(false);
  expect(has("tasks", "Buy bread")).toBe(true);
  expect(has("readings", "[forgotten]")).toBe(true);
  const jobs = await agent.store.read.jobs.list({ tenant: "home", limit: 9 });
  expect(jobs.map(({ text, state }) => [text, state])).toEqual([
    ["Locker [forgotten]", "active"],
    ["Bread", "active"],
    // The condition it waited for was forgotten.
    ["Keys", "cancelled"],
  ]);
});

test("a person who is forgotten leaves no task, nothing to read, no job and no preference", async () => {
  const { agent, ask } = await startWithSecrets();
  await using _ = agent;
  await ask(preferences.update, { quiet: "22:00-07:00", briefing: "08:00" });
  const { code } = await ask(privacy.forgetMe, {});
  await ask(privacy.forgetMe, { code });
  expect(rowsOf(agent, [...OWN, "preferences", "job_parents", "job_runs"])).toEqual([]);
});

test("what is kept of a person holds their tasks, reading list, jobs and preferences", async () => {
  const { agent, ask } = await startWithSecrets();
  await using _ = agent;
  await ask(preferences.update, { quiet: "22:00-07:00" });
  const { items } = await ask(privacy.export, {});
  const told = items.filter(({ type }) => !["message", "person", "session"].includes(type));
  expect(told.map(({ type, title, text, quiet }) => [type, title ?? text ?? quiet])).toEqual([
    ["task", `Use ${SECRET}`],
    ["task", "Buy bread"],
    ["reading", `Locker: ${SECRET}`],
    ["job", `Locker ${SECRET}`],
    ["job", "Bread"],
    ["job", "Keys"],
    ["preferences", { from: "22:00", to: "07:00" }],
  ]);
});

test("of a person who is forgotten nothing is left that reminders, jobs and commands said for them", async () => {
  const messenger = scriptedChannel();
  const clock = testClock("2026-11-21T12:00:00Z");
  const model = scriptedModel([
    {
      calls: [
        { name: "task_create", args: { title: `Use ${SECRET}` } },
        { name: "reminder_create", args: { text: `Locker ${SECRET}`, at: "2026-11-21 13:00" } },
      ],
    },
    { text: "Kept." },
    {
      calls: [
        { name: "reminder_create", args: { text: `Ours ${SECRET}`, at: "2026-11-21 13:00" } },
        {
          name: "schedule_create",
          args: { instructions: `Tell ${SECRET}`, at: "2026-11-21T14:00" },
        },
      ],
    },
    { text: "Both." },
    { text: `It is ${SECRET}` },
  ]);
  await using agent = await startAgent({
    model,
    channels: [messenger],
    roles: { bob: "member" },
    tools: [taskCreate, reminderCreate, scheduleCreate],
    clock,
  });
  const bob = { sender: "bob", externalId: "b" } as const;
  await messenger.say(`my code is ${SECRET}`, bob);
  await messenger.received(1, "b");
  await messenger.say(`ours is ${SECRET}`, { sender: "bob", externalId: "g", kind: "group" });
  await messenger.received(1, "g");
  await messenger.say("/reminders", { sender: "bob", externalId: "g", kind: "group" });
  await messenger.received(2, "g");
  passTo(agent, clock, "2026-11-21T13:00:00Z");
  await messenger.received(2, "b");
  await messenger.received(3, "g");
  passTo(agent, clock, "2026-11-21T14:00:00Z");
  await messenger.received(4, "g");
  await messenger.say("/tasks", bob);
  await messenger.say("/export", bob);
  await messenger.say("/forgetme", bob);
  await messenger.received(5, "b");
  const said = [...textsIn(messenger, "b"), ...textsIn(messenger, "g")];
  expect(said.filter((text) => text.includes(SECRET))).toHaveLength(5);
  const folder = path.join(agent.home, "exports");
  const exported = async () =>
    (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".jsonl"));
  expect(await exported()).toHaveLength(1);

  const [, code] =
    /\/forgetme (\d+)/.exec(said.find((text) => text.includes("/forgetme")) ?? "") ?? [];
  await messenger.say(`/forgetme ${code}`, bob);
  await messenger.received(6, "b");
  await vi.waitFor(async () => expect(await agent.store.read.forgetting.unfinished()).toEqual([]));

  expect(rowsOf(agent, tablesOf(agent)).filter((row) => row.includes("74819265"))).toEqual([]);
  expect(await exported()).toEqual([]);
});

/** Returns all of the database except the internals of its word indexes. */
function tablesOf({ home }: RunningAgent): string[] {
  using database = new DatabaseSync(path.join(home, "reeve.db"), { readOnly: true });
  return database
    .prepare("select name from sqlite_master where type = 'table' and sql not like '%virtual%'")
    .all()
    .map(({ name }) => `"${String(name)}"`);
}
