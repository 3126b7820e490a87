import { expect, test } from "vitest";
import type { CallLabels, Label } from "../../kernel/label.ts";
import { movableClock, openAssistantHome } from "../testing/assistant-home.ts";
import { createTasks } from "./create-tasks.ts";

const noon = "2026-11-21T12:00:00+01:00";
const NOON = Date.parse(noon);

async function openTasks() {
  const home = await openAssistantHome();
  const clock = movableClock(noon);
  const tasksOf = (owner: typeof home.anns, labels?: CallLabels) =>
    createTasks(home.store, owner, { ...clock, labels });
  return {
    ...home,
    clock,
    tasksOf,
    tasks: tasksOf(home.anns),
    history: async () =>
      (await home.store.read.memoryChanges.list(home.anns, 9)).map(({ kind, ref }) => [kind, ref]),
  };
}

test("a task holds its day from the beginning, and its time as the person's clock shows it", async () => {
  await using open = await openTasks();
  const { tasks } = open;
  const day = await tasks.create({ id: "t1", title: "Tax form", due: "2026-12-03" });
  const time = await tasks.create({ id: "t2", title: "Dentist", due: "2026-12-03 09:30" });
  expect(day).toEqual({
    id: "t1",
    title: "Tax form",
    status: "todo",
    priority: "normal",
    due: { at: Date.parse("2026-12-03T00:00:00+01:00"), isDateOnly: true, text: "Thu 2026-12-03" },
    createdAt: NOON,
    updatedAt: NOON,
  });
  expect(time.due).toEqual({
    at: Date.parse("2026-12-03T09:30:00+01:00"),
    isDateOnly: false,
    text: "Thu 2026-12-03 09:30",
  });
});

test("a day after clocks change begins at midnight, too", async () => {
  await using open = await openTasks();
  open.clock.set("2026-03-27T12:00:00+01:00");
  const { due } = await open.tasks.create({ id: "t1", title: "Walk", due: "2026-03-30" });
  expect(due).toEqual({
    at: Date.parse("2026-03-30T00:00:00+02:00"),
    isDateOnly: true,
    text: "Mon 2026-03-30",
  });
});

test("creating a task again returns the one that is there, and leaves one line of history", async () => {
  await using open = await openTasks();
  const { tasks } = open;
  const first = await tasks.create({ id: "t1", title: "Bread" });
  expect(await tasks.create({ id: "t1", title: "Something else" })).toEqual(first);
  expect(await tasks.list({ limit: 9 })).toEqual([first]);
  expect(await open.history()).toEqual([["task-created", "t1"]]);
});

test("words that name no moment are refused with what could be said", async () => {
  await using open = await openTasks();
  await expect(
    open.tasks.create({ id: "t1", title: "Bread", due: "when pigs fly" }),
  ).rejects.toMatchObject({
    code: "invalid",
    message: 'Cannot read "when pigs fly" as a date.',
    hint: 'Use ISO 8601 in the person\'s time zone, such as "2026-11-21T12:00+01:00" for the current time (Europe/Berlin).',
  });
  expect(await open.tasks.list({ limit: 9 })).toEqual([]);
});

test("a task is checked off once, and opens again", async () => {
  await using open = await openTasks();
  const { tasks, clock } = open;
  const made = await tasks.create({ id: "t1", title: "Bread", project: "Shop", notes: "rye" });
  clock.set("2026-11-21T13:00:00+01:00");
  const at = clock.now();
  const done = { ...made, status: "done", updatedAt: at, doneAt: at };
  expect(await tasks.update("t1", { status: "done" })).toEqual(done);
  clock.set("2026-11-21T14:00:00+01:00");
  expect(await tasks.update("t1", { status: "done" })).toEqual(done);
  expect(await tasks.list({ status: "todo", limit: 9 })).toEqual([]);
  expect(await tasks.update("t1", { status: "todo" })).toEqual({ ...made, updatedAt: clock.now() });
  expect(await open.history()).toEqual([
    ["task-changed", "t1"],
    ["task-changed", "t1"],
    ["task-created", "t1"],
  ]);
});

test("an update changes what it names and keeps the rest", async () => {
  await using open = await openTasks();
  const made = await open.tasks.create({ id: "t1", title: "Bread", due: "2026-12-03" });
  expect(await open.tasks.update("t1", { title: "Rolls", priority: "high" })).toEqual({
    ...made,
    title: "Rolls",
    priority: "high",
  });
});

test("a removed task is gone; the same call finds that it did it, another finds nothing", async () => {
  await using open = await openTasks();
  const { tasks } = open;
  await tasks.create({ id: "t1", title: "Bread" });
  await tasks.remove("t1", { key: "call-1" });
  await tasks.remove("t1", { key: "call-1" });
  await expect(tasks.remove("t1", { key: "call-2" })).rejects.toMatchObject({ code: "missing" });
  expect(await tasks.list({ limit: 9 })).toEqual([]);
});

test("tasks due before a moment are listed by when they are due", async () => {
  await using open = await openTasks();
  const { tasks } = open;
  await tasks.create({ id: "late", title: "Late", due: "2026-12-05" });
  await tasks.create({ id: "soon", title: "Soon", due: "2026-11-22 09:00" });
  await tasks.create({ id: "mid", title: "Mid", due: "2026-12-02" });
  const ids = (await tasks.list({ dueBefore: "2026-12-05", limit: 9 })).map(({ id }) => id);
  expect(ids).toEqual(["soon", "mid"]);
});

test("another person's tasks do not exist", async () => {
  await using open = await openTasks();
  await open.tasks.create({ id: "t1", title: "Secret" });
  const bobs = open.tasksOf(open.bobs);
  const missing = { code: "missing", message: "Task not found: t1" };
  await expect(bobs.update("t1", { title: "Mine" })).rejects.toMatchObject(missing);
  await expect(bobs.remove("t1", { key: "c" })).rejects.toMatchObject(missing);
  expect(await bobs.list({ limit: 9 })).toEqual([]);
});

test("what a page made up stays the page's, for whoever reads it later", async () => {
  await using open = await openTasks();
  const web: Label = {
    integrity: "web",
    audience: "all",
    sources: [{ kind: "other", where: "web page example.com", integrity: "web" }],
  };
  await open.tasksOf(open.anns, { taint: web, mark: () => {} }).create({ id: "t1", title: "Pay" });

  const marked: Label[] = [];
  const labels: CallLabels = {
    taint: { integrity: "owner", audience: "all" },
    mark: (label) => void marked.push(label),
  };
  const later = open.tasksOf(open.anns, labels);
  await later.list({ limit: 9 });
  expect(marked).toEqual([web, { integrity: "owner", audience: "person:ann" }]);
  await later.update("t1", { title: "Pay now" });
  expect((await open.store.read.tasks.byId(open.anns, "t1"))?.label).toEqual(web);
});
