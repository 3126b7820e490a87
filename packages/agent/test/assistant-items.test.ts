import { preferences } from "@reeve/operations/people/preferences";
import { changes } from "@reeve/operations/memory/changes";
import type { Web } from "@reeve/sdk";
import { expect, test } from "vitest";
import { z } from "zod";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { briefingGet } from "../src/features/briefing/tools/get.ts";
import { readlaterDone } from "../src/features/read-later/tools/done.ts";
import { readlaterList } from "../src/features/read-later/tools/list.ts";
import { readlaterSave } from "../src/features/read-later/tools/save.ts";
import { reminderCancel } from "../src/features/reminders/tools/cancel.ts";
import { reminderCreate } from "../src/features/reminders/tools/create.ts";
import { reminderList } from "../src/features/reminders/tools/list.ts";
import { reminderSnooze } from "../src/features/reminders/tools/snooze.ts";
import { taskComplete } from "../src/features/tasks/tools/complete.ts";
import { taskCreate } from "../src/features/tasks/tools/create.ts";
import { taskDelete } from "../src/features/tasks/tools/delete.ts";
import { taskList } from "../src/features/tasks/tools/list.ts";
import { taskUpdate } from "../src/features/tasks/tools/update.ts";
import { askOf } from "./kit/ask-of.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { startAgent } from "./kit/start-agent.ts";

const tools = [
  briefingGet,
  readlaterDone,
  readlaterList,
  readlaterSave,
  reminderCancel,
  reminderCreate,
  reminderList,
  reminderSnooze,
  taskComplete,
  taskCreate,
  { ...taskDelete, effect: "write" as const },
  taskList,
  taskUpdate,
];

const NOON = Date.parse("2026-11-21T12:00:00Z");

const web: Web = {
  fetch: async (url) => ({
    url,
    title: "Tides",
    contentType: "text/html",
    description: "How tides work.",
    text: "The moon pulls.",
  }),
};

/** Returns the next call, based on the results so far. */
type Ask = (results: readonly unknown[]) => { name: string; args: Record<string, unknown> };

/** Starts an agent that makes these calls one after another in one turn, each with the earlier results. */
async function afterCalling(asks: readonly Ask[]) {
  const messenger = scriptedChannel();
  const results: unknown[] = [];
  const model = scriptedModel(({ messages }) => {
    const last = messages.at(-1);
    if (last?.role === "tool") results.push(readResult(last.text));
    const ask = asks[results.length];
    return ask ? { calls: [ask(results)] } : { text: "Done." };
  });
  const agent = await startAgent({
    model,
    channels: [messenger],
    tools,
    web,
    maxSteps: 20,
    clock: { now: () => NOON },
  });
  await messenger.say("go");
  await messenger.received(1);
  const ask = askOf(agent);
  return {
    agent,
    results,
    ask,
    undo: () => ask(changes.undo, {}),
    end: () => endStory(agent, model),
  };
}

function readResult(text: string): unknown {
  const start = text.search(/[[{]/);
  return start === -1 ? text : JSON.parse(text.slice(start));
}

const call =
  (name: string, args: Record<string, unknown> = {}): Ask =>
  () => ({ name, args });

/** A call about what the call at this position made. */
const callAbout =
  (at: number, name: string, args: Record<string, unknown> = {}): Ask =>
  (results) => ({ name, args: { id: made.parse(results[at]).id, ...args } });

const made = z.object({ id: z.string() });

test("tasks are added, changed, checked off and deleted, and all of it is taken back", async () => {
  const { agent, results, undo, ask, end } = await afterCalling([
    call("task_create", { title: "Tax form", due: "2026-12-03", project: "Office" }),
    call("task_create", { title: "Bread", priority: "high" }),
    callAbout(0, "task_update", { due: "2026-12-04 10:00" }),
    callAbout(1, "task_complete"),
    call("task_list", { status: "all" }),
    callAbout(0, "task_delete"),
    call("task_list", {}),
  ]);
  await using _ = agent;
  const [tax, bread, moved, done, all, deleted, left] = results;
  const id = made.parse(tax).id;
  const other = made.parse(bread).id;
  expect(tax).toEqual({
    id,
    title: "Tax form",
    status: "todo",
    due: "Thu 2026-12-03",
    project: "Office",
  });
  expect(bread).toEqual({ id: other, title: "Bread", status: "todo", priority: "high" });
  expect(moved).toEqual({
    id,
    title: "Tax form",
    status: "todo",
    due: "Fri 2026-12-04 10:00",
    project: "Office",
  });
  expect(done).toEqual({ id: other, title: "Bread", status: "done", priority: "high" });
  expect(all).toEqual({ tasks: [moved, done] });
  expect(deleted).toEqual({ deleted: id });
  expect(left).toEqual({ tasks: [] });

  expect(await undo()).toEqual({ undone: "task deleted: Tax form" });
  expect(await undo()).toEqual({ undone: "task done: Bread" });
  expect(await undo()).toEqual({ undone: "task changed: Tax form" });
  expect(await undo()).toEqual({ undone: "task added: Bread" });
  const { person } = await callerOf(agent);
  const owner = { tenant: "home", person: person.id };
  const tasks = await agent.store.read.tasks.list(owner, { limit: 9 });
  expect(tasks.map(({ title, due }) => [title, due])).toEqual([
    ["Tax form", { at: Date.parse("2026-12-03T00:00:00Z"), isDateOnly: true }],
  ]);
  expect((await ask(changes.list, {})).items).toHaveLength(5);
  await end();
});

test("links and texts are saved to read later, found, read, and taken back", async () => {
  const { agent, results, undo, end } = await afterCalling([
    call("readlater_save", { url: "https://example.com/tides", tags: ["sea"] }),
    call("readlater_save", { text: "On rivers\nThey flow." }),
    call("readlater_list", { tag: "sea" }),
    callAbout(1, "readlater_done"),
    call("readlater_list", {}),
    call("readlater_list", { status: "done" }),
  ]);
  await using _ = agent;
  const [link, text, tagged, read, unread, done] = results;
  expect(link).toEqual({
    id: made.parse(link).id,
    title: "Tides",
    url: "https://example.com/tides",
    summary: "How tides work.",
    tags: ["sea"],
    status: "unread",
  });
  expect(text).toEqual({
    id: made.parse(text).id,
    title: "On rivers",
    text: "On rivers\nThey flow.",
    status: "unread",
  });
  expect(tagged).toEqual({ items: [link] });
  expect(unread).toEqual({ items: [link] });
  expect(done).toEqual({ items: [read] });
  expect(await undo()).toEqual({ undone: "marked as read: On rivers" });
  expect(await undo()).toEqual({ undone: "added to the reading list: On rivers" });
  expect(await undo()).toEqual({ undone: "added to the reading list: Tides" });
  const { person } = await callerOf(agent);
  const owner = { tenant: "home", person: person.id };
  expect(await agent.store.read.readingList.list(owner, { limit: 9 })).toEqual([]);
  await end();
});

test("reminders are set for a time, again and again, or for a message, moved and cancelled, and taken back", async () => {
  const { agent, results, undo, end } = await afterCalling([
    call("reminder_create", { text: "call mum", at: "2026-11-22 19:00" }),
    call("reminder_create", { text: "pills", at: "2026-11-22 08:00", recurrence: "FREQ=DAILY" }),
    call("reminder_create", { text: "ask for the keys", when: { person: "Anna", about: "flat" } }),
    callAbout(0, "reminder_snooze", { until: "2026-11-23 19:00" }),
    callAbout(1, "reminder_cancel"),
    call("reminder_list", {}),
  ]);
  await using _ = agent;
  const [mum, pills, keys, snoozed, cancelled, pending] = results;
  const [id, other] = [mum, pills].map((one) => made.parse(one).id);
  expect(mum).toEqual({ id, text: "call mum", next: "Sun 2026-11-22 19:00" });
  expect(pills).toEqual({
    id: other,
    text: "pills",
    next: "Sun 2026-11-22 08:00",
    recurrence: "FREQ=DAILY",
  });
  expect(keys).toEqual({
    id: made.parse(keys).id,
    text: "ask for the keys",
    when: { person: "Anna", about: "flat" },
  });
  expect(snoozed).toEqual({ id, text: "call mum", next: "Mon 2026-11-23 19:00" });
  expect(cancelled).toEqual({ cancelled: other, text: "pills" });
  expect(pending).toEqual({ reminders: [snoozed, keys] });

  expect(await undo()).toEqual({ undone: "reminder cancelled: pills" });
  expect(await undo()).toEqual({ undone: "reminder moved: call mum" });
  expect(await undo()).toEqual({ undone: "reminder set: ask for the keys" });
  const { person } = await callerOf(agent);
  const active = { tenant: "home", maker: person.id, states: ["active"], limit: 9 } as const;
  const jobs = await agent.store.read.jobs.list(active);
  expect(jobs.map(({ text, nextAt }) => [text, nextAt])).toEqual([
    ["pills", Date.parse("2026-11-22T08:00:00Z")],
    ["call mum", Date.parse("2026-11-22T19:00:00Z")],
  ]);
  await end();
});

test("the briefing tells a day by the clock of the person who asks", async () => {
  const { agent, results, ask, end } = await afterCalling([
    call("task_create", { title: "Bread", due: "2026-11-21" }),
    call("reminder_create", { text: "gym", at: "2026-11-21 18:00" }),
    call("briefing_get", {}),
  ]);
  await using _ = agent;
  expect(results.at(-1)).toBe("Saturday, 2026-11-21\n\nTo do\n- Bread\n\nReminders\n- 18:00 gym");
  expect(
    await ask(preferences.update, { timeZone: "Lisbon", quiet: "22-7", chat: "here" }),
  ).toEqual({
    timeZone: "Europe/Lisbon",
    quiet: "22:00-07:00",
    chat: "scripted/1",
    briefing: null,
    language: null,
  });
  expect(await ask(preferences.update, { briefing: "07:30" })).toEqual({
    timeZone: "Europe/Lisbon",
    quiet: "22:00-07:00",
    chat: "scripted/1",
    briefing: "07:30",
    language: null,
  });
  await expect(ask(preferences.update, { chat: "scripted/2" })).rejects.toMatchObject({
    code: "missing",
    message: "You have no direct chat scripted/2 with this agent.",
  });
  await end();
});

test("a time zone of one's own holds for what is said from then on", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel([
    { text: "Hello." },
    { calls: [{ name: "reminder_create", args: { text: "tea", at: "2026-11-22 17:00" } }] },
    { text: "Set." },
  ]);
  await using agent = await startAgent({
    model,
    channels: [messenger],
    tools,
    clock: { now: () => NOON },
  });
  await messenger.say("hello");
  await messenger.received(1);
  await askOf(agent)(preferences.update, { timeZone: "Asia/Tokyo" });
  await messenger.say("remind me of tea tomorrow at five");
  await messenger.received(2);
  const jobs = await agent.store.read.jobs.list({ tenant: "home", limit: 9 });
  expect(jobs.map(({ nextAt }) => nextAt)).toEqual([Date.parse("2026-11-22T17:00:00+09:00")]);
  await endStory(agent, model);
});
