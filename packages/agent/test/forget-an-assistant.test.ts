import { DatabaseSync } from "node:sqlite";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedSurface } from "../src/surfaces/testing/scripted-surface.ts";
import { readlaterSave } from "../src/tools/assistant/readlater-save.ts";
import { reminderCreate } from "../src/tools/assistant/reminder-create.ts";
import { taskCreate } from "../src/tools/assistant/task-create.ts";
import { callerOf } from "./kit/caller-of.ts";
import { type RunningAgent, startAgent } from "./kit/start-agent.ts";

const SECRET = "74819265-KILO";

/** An agent with a task, something to read and a reminder that hold the secret, and others that do not. */
async function startWithSecrets() {
  const messenger = scriptedSurface();
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
    surfaces: [messenger],
    tools: [taskCreate, readlaterSave, reminderCreate],
    clock: { now: () => Date.parse("2026-11-21T12:00:00Z") },
  });
  await messenger.say(`my code is ${SECRET}`);
  await messenger.received(1);
  const control = async (method: string, params: unknown) =>
    agent.core.control.call(method, params, await callerOf(agent));
  return { agent, control };
}

/** What tables say, each row as one text. */
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
  const { agent, control } = await startWithSecrets();
  await using _ = agent;
  const [secret] =
    (await agent.store.read.tasks.list(
      { tenant: "home", person: (await callerOf(agent)).person.id },
      { project: "gym", limit: 1 },
    )) ?? [];
  expect(await control("memory.forget", { id: secret?.id })).toMatchObject({
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
    // What it waited for is not known any more.
    ["Keys", "cancelled"],
  ]);
});

test("a person who is forgotten leaves no task, nothing to read, no job and no preference", async () => {
  const { agent, control } = await startWithSecrets();
  await using _ = agent;
  await control("preferences.set", { quiet: "22:00-07:00", briefing: "08:00" });
  const { code } = z.object({ code: z.string() }).parse(await control("memory.forgetMe", {}));
  await control("memory.forgetMe", { code });
  expect(rowsOf(agent, [...OWN, "preferences", "job_parents", "job_runs"])).toEqual([]);
});

test("what is kept of a person holds their tasks, reading list, jobs and preferences", async () => {
  const { agent, control } = await startWithSecrets();
  await using _ = agent;
  await control("preferences.set", { quiet: "22:00-07:00" });
  const page = z
    .object({ rows: z.array(z.looseObject({ type: z.string() })) })
    .parse(await control("memory.export", {}));
  const told = page.rows.filter(({ type }) => !["message", "person", "session"].includes(type));
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
