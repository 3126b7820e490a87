import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { changes } from "@reeve/operations/memory/changes";
import { expect, test } from "vitest";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { journalLog } from "../src/features/journal/tools/log.ts";
import { journalUpdate } from "../src/features/journal/tools/update.ts";
import { workspaceDelete } from "../src/tools/workspace/delete.ts";
import { workspaceRename } from "../src/tools/workspace/rename.ts";
import { workspaceWrite } from "../src/tools/workspace/write.ts";
import { askOf } from "./kit/ask-of.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { type RunningAgent, startAgent } from "./kit/start-agent.ts";

const tools = [
  workspaceWrite,
  workspaceRename,
  { ...workspaceDelete, effect: "write" as const },
  journalLog,
  journalUpdate,
];

const call = (name: string, args: Record<string, unknown>) => ({ calls: [{ name, args }] });
const write = (file: string, content: string, append = false) =>
  call("workspace_write", { path: file, content, append });

/** Starts an agent that does these things in one turn, and reports them. */
async function afterDoing(...answers: ReturnType<typeof call>[]) {
  const messenger = scriptedChannel();
  const model = scriptedModel([{ text: "Hello." }, ...answers, { text: "Done." }]);
  const agent = await startAgent({ model, channels: [messenger], tools, maxSteps: 9 });
  const folder = path.join(agent.home, "workspace");
  await mkdir(folder, { recursive: true });
  await messenger.say("hello");
  await messenger.received(1);
  const ask = askOf(agent);
  return {
    agent,
    folder,
    undo: (change?: string) => ask(changes.undo, { change }),
    history: async () => (await ask(changes.list, {})).items,
    go: async () => {
      await messenger.say("go");
      await messenger.received(2);
    },
    end: (running: RunningAgent) => endStory(running, model),
  };
}

test("what was written, added and renamed is taken back, step by step", async () => {
  const { agent, folder, go, undo, history, end } = await afterDoing(
    write("list.txt", "milk"),
    write("list.txt", "\nbread", true),
    call("workspace_rename", { from: "list.txt", to: "shop/list.txt" }),
  );
  await using _ = agent;
  await go();
  const text = (file: string) => readFile(path.join(folder, file), "utf8");

  expect((await history()).map(({ what }) => what)).toEqual([
    "file renamed: list.txt → shop/list.txt",
    "file changed: list.txt",
    "file created: list.txt",
  ]);
  expect(await text("shop/list.txt")).toBe("milk\nbread");
  expect(await undo()).toEqual({ undone: "file renamed: list.txt → shop/list.txt" });
  expect(await text("list.txt")).toBe("milk\nbread");
  expect(await undo()).toEqual({ undone: "file changed: list.txt" });
  expect(await text("list.txt")).toBe("milk");
  expect(await undo()).toEqual({ undone: "file created: list.txt" });
  expect(await readdir(folder)).not.toContain("list.txt");
  expect(await undo()).toEqual({ undone: "nothing: no change is left" });
  await end(agent);
});

test("a file that was replaced by a rename comes back, and bytes that are no text too", async () => {
  const bytes = Buffer.from([0xff, 0x00, 0xfe, 0x80]);
  const { agent, folder, go, undo } = await afterDoing(
    write("a.txt", "new"),
    call("workspace_rename", { from: "a.txt", to: "old.bin", overwrite: true }),
  );
  await using _ = agent;
  await writeFile(path.join(folder, "old.bin"), bytes);
  await go();

  await undo();
  expect(await readFile(path.join(folder, "old.bin"))).toEqual(bytes);
  expect(await readFile(path.join(folder, "a.txt"), "utf8")).toBe("new");
});

test("a folder that was deleted comes back with everything in it", async () => {
  const { agent, folder, go, undo } = await afterDoing(
    call("workspace_delete", { path: "trip", recursive: true }),
  );
  await using _ = agent;
  await mkdir(path.join(folder, "trip", "empty"), { recursive: true });
  await writeFile(path.join(folder, "trip", "plan.txt"), "Rome");
  await go();
  expect(await readdir(folder)).not.toContain("trip");

  expect(await undo()).toEqual({ undone: "file deleted: trip" });
  expect((await readdir(path.join(folder, "trip"))).toSorted()).toEqual(["empty", "plan.txt"]);
  expect(await readFile(path.join(folder, "trip", "plan.txt"), "utf8")).toBe("Rome");
});

test("a file that has changed since stays as it is", async () => {
  const { agent, folder, go, undo, history } = await afterDoing(write("list.txt", "milk"));
  await using _ = agent;
  await writeFile(path.join(folder, "list.txt"), "bread");
  await go();
  await writeFile(path.join(folder, "list.txt"), "by hand");

  const [change] = await history();
  await expect(undo(change?.id)).rejects.toMatchObject({
    code: "conflict",
    message: `The change ${change?.id} (file written, list.txt) cannot be undone, because the item has changed since.`,
  });
  expect(await readFile(path.join(folder, "list.txt"), "utf8")).toBe("by hand");
});

test("a write that was refused leaves no line of history", async () => {
  const { agent, go, history } = await afterDoing(
    write("SOUL.md", "mine"),
    write("list.txt", "milk"),
    write("list.txt", "milk"),
  );
  await using _ = agent;
  await go();
  expect((await history()).map(({ what }) => what)).toEqual(["file created: list.txt"]);
});

test("a change of another file is undone by its id, whatever came after it", async () => {
  const { agent, folder, go, undo, history } = await afterDoing(
    write("one.txt", "1"),
    write("two.txt", "2"),
  );
  await using _ = agent;
  await go();
  const first = (await history()).find(({ what }) => what === "file created: one.txt");
  await undo(first?.id);
  await expect(undo(first?.id)).rejects.toMatchObject({ code: "missing" });
  expect(await readdir(folder)).toEqual(expect.arrayContaining(["two.txt"]));
  expect(await readdir(folder)).not.toContain("one.txt");
});

test("journal entries are taken back: how they ended, then that they were logged", async () => {
  const entry = { type: "trade", action: "buy", reasoning: "cheap" };
  const { agent, go, undo, history } = await afterDoing(
    call("journal_log", entry),
    call("journal_update", { id: 1, outcome: "profit", pnlTon: "3" }),
    call("journal_update", { id: 1, outcome: "profit" }),
  );
  await using _ = agent;
  await go();
  const owner = { tenant: "home", person: (await callerOf(agent)).person.id };
  const stored = () => agent.store.read.journal.byId(owner, 1);

  expect((await history()).map(({ what }) => what)).toEqual([
    "journal entry 1 changed: buy, profit",
    "journal entry added: buy, cheap",
  ]);
  await undo();
  expect(await stored()).toMatchObject({ outcome: "pending", pnlTon: undefined });
  await undo();
  expect(await stored()).toBeUndefined();
});
