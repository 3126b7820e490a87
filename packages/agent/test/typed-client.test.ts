import { askOverHttp } from "@reeve/client/http";
import { connectSocket } from "@reeve/client/socket";
import { agent } from "@reeve/operations/agent/agent";
import type { Ask } from "@reeve/operations/ask";
import { changes } from "@reeve/operations/memory/changes";
import { config } from "@reeve/operations/agent/config";
import { files } from "@reeve/operations/memory/files";
import { journal } from "@reeve/operations/memory/journal";
import { limits } from "@reeve/operations/agent/limits";
import { models } from "@reeve/operations/agent/models";
import { notes } from "@reeve/operations/memory/notes";
import { pauses } from "@reeve/operations/agent/pauses";
import { preferences } from "@reeve/operations/people/preferences";
import { reminders } from "@reeve/operations/work/reminders";
import { sessions } from "@reeve/operations/work/sessions";
import { tasks } from "@reeve/operations/work/tasks";
import { tokens } from "@reeve/operations/people/tokens";
import { tools } from "@reeve/operations/agent/tools";
import { usage } from "@reeve/operations/agent/usage";
import { expect, test } from "vitest";
import path from "node:path";
import { openApp } from "./kit/open-app.ts";

/** Asks for 20 operations and returns what a person would see of each; ids differ from run to run. */
async function workThrough(ask: Ask) {
  const note = await ask(notes.create, { text: " milk ", tags: ["shop"] }, { key: "k1" });
  const again = await ask(notes.create, { text: " milk ", tags: ["shop"] }, { key: "k1" });
  const listed = await ask(notes.list, { tag: "shop", limit: 10 });
  const renamed = await ask(notes.update, { id: note.id, title: "Shopping" });
  const deleted = await ask(notes.delete, { id: note.id });
  const undone = await ask(changes.undo, {});
  await ask(notes.delete, { id: note.id });
  const task = await ask(tasks.create, { title: "call Bob", priority: "high" });
  const done = await ask(tasks.update, { id: task.id, status: "done" });
  await ask(tasks.delete, { id: task.id });
  const deal = await ask(journal.create, { action: "buy", reasoning: "a dip", amountFrom: "1.50" });
  const summary = await ask(journal.summary, { type: "trade" });
  await ask(files.write, { path: "a.txt", content: "hello" });
  const read = await ask(files.read, { path: "a.txt" });
  await ask(files.delete, { path: "a.txt" });
  const limit = await ask(limits.set, { key: "money.person.day", value: "5" });
  await ask(limits.unset, { key: "money.person.day" });
  const setting = await ask(config.get, { path: "agent.maxSteps" });
  const tool = await ask(tools.show, { name: "note_create" });
  const sums = await ask(usage.summary, { by: "model" });
  return {
    note: [note.text, note.tags, again.id === note.id, renamed.title, deleted],
    listed: [listed.items.map(({ text }) => text), listed.next],
    undone: undone.undone.length > 0,
    task: [task.priority, done.status],
    deal: [deal.amountFrom, summary.entries > 0],
    read: read.content,
    limit: limit.limits.money.person,
    setting: setting.path,
    tool: tool.category,
    sums: sums.rows,
    model: await ask(models.current, {}),
    state: (await ask(agent.status, {})).state,
    pauses: await ask(pauses.list, {}),
    zone: typeof (await ask(preferences.show, {})).timeZone,
    settings: await ask(sessions.commands, {}).then(({ items }) => items.length > 5),
  };
}

test("one client asks for the same over HTTP and over the socket", async () => {
  await using app = await openApp();
  const socket = path.join(app.folder, "home", "reeve.sock");
  using connection = await connectSocket(socket, { signal: new AbortController().signal });
  const { token } = await connection.ask(tokens.create, { name: "test", scopes: ["admin"] });
  const headers = { authorization: `Bearer ${token}` };
  const overHttp = askOverHttp({ url: app.url, headers });

  const seen = await workThrough(connection.ask);
  expect(seen).toMatchObject({
    note: ["milk", ["shop"], true, "Shopping", undefined],
    listed: [["milk"], null],
    undone: true,
    task: ["high", "done"],
    deal: ["1.5", true],
    read: "hello",
    limit: { day: "5" },
    setting: "agent.maxSteps",
    model: { model: "offline/rules" },
    state: "running",
    pauses: { items: [], next: null },
  });
  expect(await workThrough(overHttp)).toEqual(seen);
});

test("both fail with the agent's own faults", async () => {
  await using app = await openApp();
  const socket = path.join(app.folder, "home", "reeve.sock");
  using connection = await connectSocket(socket, { signal: new AbortController().signal });
  const { token } = await connection.ask(tokens.create, { name: "test", scopes: ["admin"] });
  const headers = { authorization: `Bearer ${token}` };
  for (const ask of [connection.ask, askOverHttp({ url: app.url, headers })]) {
    await expect(ask(notes.delete, { id: "none" })).rejects.toMatchObject({ code: "missing" });
    await expect(ask(notes.create, { text: " " })).rejects.toMatchObject({ code: "invalid" });
    const early = ask(reminders.create, { text: "stand up", at: "in 2 hours" }, { chat: "empty" });
    await expect(early).rejects.toMatchObject({ code: "missing", hint: expect.any(String) });
  }
});
