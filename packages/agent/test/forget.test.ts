import { sessions } from "@reeve/operations/work/sessions";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { archive } from "@reeve/operations/memory/archive";
import { privacy } from "@reeve/operations/memory/privacy";
import { expect, test } from "vitest";
import type { z } from "zod";
import { createDailySummary } from "../src/app/save-daily-summary.ts";
import { NO_FILES } from "../src/core/context/system-prompt.ts";
import { toId } from "../src/kernel/ids.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { createKnowledge } from "../src/memory/knowledge.ts";
import { openFolder } from "../src/platform/folder.ts";
import { type ScriptedChannel, scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { noteCreate } from "../src/features/notes/tools/create.ts";
import { memoryForget } from "../src/tools/memory/forget.ts";
import { memoryWrite } from "../src/tools/memory/write.ts";
import { askOf } from "./kit/ask-of.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { learningModel } from "./kit/models/learning-model.ts";
import { openReeveCommands } from "./kit/reeve-commands.ts";
import { type RunningAgent, startAgent } from "./kit/start-agent.ts";

const SECRET = "Please remember: my locker code at the gym is 74819265-KILO.";
const NEIGHBOUR = "My locker at the gym is the red one, on the left.";
const clock = { now: () => Date.UTC(2026, 1, 20, 15, 30) };

function ask(agent: RunningAgent, name = "ann") {
  return askOf(agent, { name });
}

/** Resolves when nothing is left of a forgetting to be done. */
async function erased({ store }: RunningAgent, times = 1): Promise<void> {
  const done = async () => {
    const all = await store.read.forgetting.list("home", 100);
    return all.length >= times && all.every(({ state }) => state === "done");
  };
  while (!(await done())) await sleep(5);
}

async function until(done: () => Promise<boolean>): Promise<void> {
  while (!(await done())) await sleep(5);
}

/** Files below the folder that hold one of the pieces, as `path: piece`. */
async function filesHolding(folder: string, pieces: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const content = await readFile(file);
    for (const piece of pieces)
      for (const encoding of ["utf8", "utf16le"] as const)
        if (content.includes(Buffer.from(piece, encoding)))
          found.push(`${path.relative(folder, file)}: ${piece} (${encoding})`);
  }
  return found;
}

async function allow(agent: RunningAgent, messenger: ScriptedChannel): Promise<void> {
  const asked = () => messenger.delivered.findLast(({ part }) => part.type === "approval");
  await until(async () => asked() !== undefined);
  const part = asked()?.part;
  if (part?.type !== "approval") throw new Error("nothing was asked");
  const { person: by } = await callerOf(agent);
  await agent.core.inbox.decide({ approval: toId(part.approval), verdict: "allow", by });
}

const answers = (messenger: ScriptedChannel) =>
  messenger.delivered.filter(({ part }) => part.type === "text").length;

/** Opens a home with an owner, whose files are redacted. */
async function openHome() {
  const home = await mkdtemp(path.join(tmpdir(), "reeve-forget-"));
  return {
    home,
    fileOwner: toId<"person">("owner"),
    transcripts: path.join(home, "sessions"),
    /** Before the first message: so that it is known whose the files are. */
    know: ({ store }: RunningAgent) =>
      store.commit("configure-owner", (tx) =>
        tx.people.add(
          { id: toId("owner"), tenant: "home", role: "owner", name: "ann" },
          { tenant: "home", channel: "scripted", externalId: "ann" },
        ),
      ),
    [Symbol.asyncDispose]: () => rm(home, { recursive: true }),
  };
}

const summed = (told: string) =>
  told.includes("74819265-KILO") ? "She told the code 74819265-KILO." : "";

test("what is forgotten is in no byte of any file, and its neighbour is still found", async () => {
  await using place = await openHome();
  const { home, fileOwner, transcripts } = place;
  const messenger = scriptedChannel();
  const utility = learningModel((told) =>
    told.includes("Please remember: my")
      ? [{ text: "Ann's locker code at the gym is 74819265-KILO.", subject: "Ann", evidence: [1] }]
      : summed(told),
  );
  const look = fakeTool("look", {
    run: async () => `${"nothing here\n".repeat(5000)}Ann's locker: 74819265-KILO\n${SECRET}`,
  });
  const model = scriptedModel(({ messages }) => {
    const last = messages.at(-1);
    const isSaid = last?.role === "user" && last.text.includes("<user_message>");
    const said = isSaid ? last.text.slice(last.text.lastIndexOf("<user_message>")) : "";
    if (said.includes("Please remember")) {
      const content = "Locker code: 74819265-KILO";
      return {
        text: "I write down 74819265-KILO.",
        calls: [
          { name: "memory_write", args: { content, target: "persistent" } },
          { name: "look", args: { to: "74819265-KILO" } },
        ],
      };
    }
    if (said.includes("Forget"))
      return { calls: [{ name: "memory_forget", args: { query: "locker code 74819265-KILO" } }] };
    return { text: "So be it: 74819265 KILO." };
  });
  const folder = openFolder(path.join(home, "workspace"));
  const memory = createKnowledge(folder, { clock: { now: clock.now, timeZone: "UTC" } });
  const owner = { id: fileOwner, tenant: "home", role: "owner", name: "ann" } as const;
  await mkdir(path.join(home, "logs"));
  const line = `${JSON.stringify({ level: 20, msg: "message", text: SECRET })}\n`;
  await writeFile(path.join(home, "logs/reeve.log"), `${line}{"level":30,"msg":"ready"}\n`);
  await writeFile(path.join(home, "history"), `${JSON.stringify(SECRET)}\n"hello"\n`);
  await folder.write("knowledge/gym.md", Buffer.from(`# Gym\n\nOpens at nine.\n\n${SECRET}\n`), {
    createFolders: true,
  });
  await using agent = await startAgent({
    model,
    utility,
    channels: [messenger],
    tools: [memoryWrite, memoryForget, look],
    clock,
    learning: {},
    recalls: true,
    context: { compactMessages: 6, keepMessages: 2 },
    saveDailySummary: createDailySummary(() => memory, owner),
    promptFiles: async () => ({ ...NO_FILES, memory: await memory.readPersistent() }),
    home,
    fileOwner,
    transcripts,
  });
  await place.know(agent);

  await messenger.say(SECRET, { id: "p1" });
  await until(async () => answers(messenger) === 1);
  await until(async () => (await agent.store.read.facts.list(OF_OWNER)).length > 0);
  await messenger.say(NEIGHBOUR, { id: "p2" });
  await until(async () => answers(messenger) === 2);
  await askOf(agent)(sessions.new, {});
  await messenger.say("What was my locker code at the gym again?", { id: "p3" });
  await until(async () => answers(messenger) === 3);
  for (const id of ["p4", "p5", "p6", "p7"]) {
    await messenger.say(`And something else, ${id}`, { id });
    await until(async () => answers(messenger) === Number(id.slice(1)));
  }
  await until(async () => (await agent.store.read.sessions.withoutSummary(1)).length === 0);
  // Everything that must forget it knows it now.
  const tables = await tablesHolding(home, "74819265");
  expect(tables).toEqual(
    expect.arrayContaining(
      [
        ["artifacts", "calls", "events", "facts", "inbox", "memory_changes", "messages"],
        ["outbox", "passages", "sessions", "steps"],
      ].flat(),
    ),
  );

  await messenger.say("Forget my locker code 74819265-KILO, please.", { id: "p8" });
  await allow(agent, messenger);
  await until(async () => answers(messenger) === 9);
  await erased(agent);
  await until(async () => (await agent.store.read.sessions.withoutSummary(1)).length === 0);

  const pieces = ["74819265", "KILO", "Kilo", "locker code at the gym is", SECRET];
  expect(await tablesHolding(home, "74819265")).toEqual([]);
  expect(await filesHolding(home, pieces)).toEqual([]);
  const reach = { tenant: "home", audiences: ["owner"] };
  const left = await agent.store.read.forgetting.passagesWith(reach, ["red", "one"], 10);
  expect(left.map(({ text }) => text)).toContain(NEIGHBOUR);
  expect(await agent.store.read.facts.list(OF_OWNER)).toEqual([]);
  expect(await readFile(path.join(home, "workspace/knowledge/gym.md"), "utf8")).toBe(
    "# Gym\n\nOpens at nine.\n\n",
  );
  expect(await readFile(path.join(home, "history"), "utf8")).toBe('"[forgotten]."\n"hello"\n');
  await agent.stop();
  await endStory(agent);
});

const OF_OWNER = { tenant: "home", audience: "owner", limit: 10 };

/** Names of tables in which some text holds the piece. */
async function tablesHolding(home: string, piece: string): Promise<string[]> {
  using database = new DatabaseSync(path.join(home, "reeve.db"), { readOnly: true });
  const tables = database
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like 'passage_words%'",
    )
    .all();
  return tables
    .map(({ name }) => String(name))
    .filter((name) => {
      const rows = database.prepare(`select * from "${name}"`).all();
      return rows.some((row) =>
        Object.values(row).some((value) => typeof value === "string" && value.includes(piece)),
      );
    })
    .toSorted();
}

test("words that stand in several things forget none of them, and an id forgets one", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Yes." }));
  await using agent = await startAgent({ model, channels: [messenger], clock });
  await messenger.say("The blue car is parked behind the house");
  await messenger.say("The blue boat lies in the harbour");
  await until(async () => (await agent.store.read.inbox.count()).queued === undefined);
  await messenger.received(1);

  const found = await ask(agent)(privacy.forget, { query: "the blue" });
  expect(found).toEqual({
    type: "several",
    hits: [
      { id: "1", source: "feed", text: "The blue car is parked behind the house" },
      { id: "2", source: "feed", text: "The blue boat lies in the harbour" },
    ],
  });
  expect(await ask(agent)(privacy.forget, { id: "1" })).toMatchObject({ kind: "message" });
  await erased(agent);
  const left = await agent.store.read.forgetting.messages([1, 2]);
  expect(left.map(({ text }) => text)).toEqual(["The blue boat lies in the harbour"]);
  await expect(ask(agent)(privacy.forget, { id: "1" })).rejects.toMatchObject({
    code: "missing",
  });
});

test("a code in a forgotten text goes everywhere, an id of the agent stays where it is needed", async () => {
  const [code, id] = ["5HxQmR7YtKc2WbN9dZeP3f", "7HxQmR7YtKc2WbN9dZeP3g"];
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Yes." }));
  await using agent = await startAgent({ model, channels: [messenger], clock });
  await agent.store.commit("configure-owner", (tx) =>
    tx.people.add(
      { id: toId(id), tenant: "home", role: "member", name: "Kim" },
      { tenant: "home", channel: "scripted", externalId: "kim" },
    ),
  );
  await messenger.say(`The key of ${id} is ${code}`);
  await messenger.received(1);
  await messenger.say(`Tell ${id} to use ${code} today`);
  await messenger.received(2);
  const told = async () =>
    (await agent.store.read.forgetting.messages([3])).map(({ text }) => text);
  expect(await told()).toEqual([`Tell ${id} to use ${code} today`]);
  expect(await ask(agent)(privacy.forget, { id: "1" })).toMatchObject({ kind: "message" });
  await erased(agent);
  expect(await told()).toEqual([`Tell ${id} to use [forgotten] today`]);
});

test("nobody forgets what is another person's, but the owner", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Yes." }));
  const roles = { bob: "member" } as const;
  await using agent = await startAgent({ model, channels: [messenger], clock, roles });
  await messenger.say("The safe opens with 99-ALPHA", { externalId: "1", sender: "ann" });
  await messenger.say("My safe opens with 55-BRAVO", { externalId: "2", sender: "bob" });
  await messenger.received(1, "1");
  await messenger.received(1, "2");
  const bob = (input: z.input<typeof privacy.forget.input>) =>
    ask(agent, "bob")(privacy.forget, input);

  await expect(bob({ id: "1" })).rejects.toMatchObject({ code: "missing" });
  await expect(bob({ query: "safe opens 99-ALPHA" })).rejects.toMatchObject({ code: "missing" });
  expect(await bob({ query: "safe opens" })).toMatchObject({ type: "forgotten" });
  const bobs = await agent.store.read.forgetting.messages([1, 2]);
  expect(bobs.map(({ text }) => text)).toEqual(["The safe opens with 99-ALPHA"]);
  expect(await ask(agent)(privacy.forget, { id: "1" })).toMatchObject({ type: "forgotten" });
  await erased(agent, 2);
  expect(await filesHolding(agent.home, ["99-ALPHA", "55-BRAVO", "safe opens with"])).toEqual([]);
});

test("what is left to do when a process ends is done by the next", async () => {
  await using place = await openHome();
  const { home } = place;
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Yes." }));
  const secret = "The garage door opens with 44556677-DELTA these days";
  await writeFile(path.join(home, "history"), `${JSON.stringify(secret)}\n`);
  {
    const deps = { model, channels: [messenger], clock, home };
    await using agent = await startAgent({ ...deps, refuseCommit: refuseFinish });
    await messenger.say(secret);
    await messenger.received(1);
    await ask(agent)(privacy.forget, { query: "garage door" });
    await until(async () => agent.logged.some(({ sentence }) => sentence === "forgetting failed"));
    expect(await tablesHolding(home, "44556677")).toEqual(["forgettings"]);
  }
  // The retry of the failed commit is due by now.
  const later = { now: () => clock.now() + 60_000 };
  const deps = { model, channels: [scriptedChannel()], clock: later, home };
  await using agent = await startAgent(deps);
  await erased(agent);
  expect(await filesHolding(home, ["44556677", "garage door opens"])).toEqual([]);
});

test("a person is forgotten only with the code, and stays who they are", async () => {
  await using place = await openHome();
  const { home, fileOwner, transcripts } = place;
  const messenger = scriptedChannel();
  const model = scriptedModel(({ messages }) => ({
    text: `You said: ${messages.at(-1)?.text.slice(-40) ?? ""}`,
  }));
  const roles = { bob: "member" } as const;
  const deps = { model, channels: [messenger], clock, home, fileOwner, transcripts, roles };
  await using agent = await startAgent({ ...deps, tools: [noteCreate] });
  await place.know(agent);
  await messenger.say("I was born in Zanzibar", { externalId: "1", sender: "ann" });
  await messenger.say("I was born in Reykjavik", { externalId: "2", sender: "bob" });
  await messenger.say("Bob says Trondheim in the group", {
    externalId: "3",
    sender: "bob",
    kind: "group",
  });
  await messenger.say("Ann says Helsinki in the group", {
    externalId: "3",
    sender: "ann",
    kind: "group",
  });
  for (const externalId of ["1", "2", "3"]) await messenger.received(1, externalId);
  await until(async () => (await agent.store.read.inbox.count()).taken === undefined);
  const bob = (input: z.input<typeof privacy.forgetMe.input>) =>
    ask(agent, "bob")(privacy.forgetMe, input);

  const { code } = await bob({});
  await expect(bob({ code: "000000" })).rejects.toMatchObject({ code: "denied" });
  expect(await agent.store.read.forgetting.list("home", 5)).toEqual([]);
  expect(await bob({ code })).toMatchObject({ type: "forgotten" });
  await erased(agent);

  expect(await filesHolding(home, ["Reykjavik", "Trondheim"])).toEqual([]);
  expect(await tablesHolding(home, "Zanzibar")).toContain("messages");
  expect(await tablesHolding(home, "Helsinki")).toContain("messages");
  const { person } = await callerOf(agent, { name: "bob" });
  expect(person).toMatchObject({ role: "member", name: "bob" });

  const owner = await ask(agent)(privacy.forgetMe, {});
  await ask(agent)(privacy.forgetMe, { code: owner.code });
  await erased(agent, 2);
  expect(await filesHolding(home, ["Zanzibar", "Helsinki"])).toEqual([]);
  expect((await callerOf(agent)).person).toMatchObject({ id: "owner", role: "owner" });
});

test("what is kept too long goes with what was learned from it alone", async () => {
  await using place = await openHome();
  const { home, transcripts } = place;
  const day = 86_400_000;
  let now = clock.now();
  const messenger = scriptedChannel();
  const utility = learningModel((told) =>
    told.includes("Lisbon") ? [{ text: "Ann flies to Lisbon.", evidence: [1] }] : [],
  );
  const model = scriptedModel(() => ({ text: "Have a good flight to Lisbon." }));
  const deps = { model, utility, channels: [messenger], home, transcripts, learning: {} };
  const retention = [{ chats: "scripted:*", media: "all", days: 30 }] as const;
  {
    await using agent = await startAgent({ ...deps, clock: { now: () => now }, retention });
    expect(await agent.store.read.forgetting.list("home", 1)).toEqual([]);
    await messenger.say("I fly to Lisbon tomorrow");
    await messenger.received(1);
    await until(async () => (await tablesHolding(home, "Lisbon")).includes("facts"));
  }
  now += 31 * day;
  const after = scriptedChannel();
  const later = { ...deps, channels: [after], clock: { now: () => now }, retention };
  await using agent = await startAgent(later);
  await erased(agent);
  expect(await filesHolding(home, ["Lisbon"])).toEqual([]);
  expect(await endStory(agent)).toEqual(["[forgotten]: answered"]);
});

test("a chat that is not archived is not searched, and keeps only what its session needs", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Yes." }));
  await using agent = await startAgent({ model, channels: [messenger], clock });
  await messenger.say("The first word is open");
  await messenger.received(1);
  expect(await ask(agent)(archive.show, {})).toEqual({ archive: "on" });
  expect(await ask(agent)(archive.set, { archive: "off" })).toEqual({ archive: "off" });
  await messenger.say("The second word is hidden");
  await messenger.received(2);

  const { person } = await callerOf(agent);
  const reach = { tenant: "home", audiences: [person.id] };
  const { forgetting, messages: feed } = agent.store.read;
  expect((await forgetting.passagesWith(reach, ["word"], 9)).map(({ text }) => text)).toEqual([
    "The first word is open",
  ]);
  const [chat] = await agent.store.read.chats.byAddress("scripted", "1");
  const kept = async () => (await feed.newest(toId(chat?.id ?? ""), 9)).map(({ text }) => text);
  expect(await kept()).toContain("The second word is hidden");
  await askOf(agent)(sessions.new, {});
  await messenger.say("The third word is new");
  await messenger.received(3);
  await ask(agent)(archive.set, { archive: "off" });
  await erased(agent);
  expect(await kept()).toEqual(["The third word is new", "Yes."]);
  expect(await filesHolding(agent.home, ["second word", "first word"])).toEqual([]);
});

test("what a person gets of theirs is theirs alone", async () => {
  const messenger = scriptedChannel();
  const model = scriptedModel(() => ({ text: "Yes." }));
  const roles = { bob: "member" } as const;
  await using agent = await startAgent({ model, channels: [messenger], clock, roles });
  await messenger.say("Anns word", { externalId: "1", sender: "ann" });
  await messenger.say("Bobs word", { externalId: "2", sender: "bob" });
  await messenger.received(1, "1");
  await messenger.received(1, "2");

  const exported = await ask(agent, "bob")(privacy.export, {});
  expect(exported.items.map(({ type, text, name }) => [type, text ?? name])).toEqual([
    ["person", "bob"],
    ["message", "Bobs word"],
    ["message", "Yes."],
  ]);
  await expect(ask(agent, "bob")(privacy.export, { person: "ann" })).rejects.toMatchObject({
    code: "denied",
  });
  const ofBob = await ask(agent)(privacy.export, { person: "bob" });
  expect(ofBob).toEqual(exported);
});

test("from the command line a thing is forgotten, and what is kept is handed out", async () => {
  await using reeve = await openReeveCommands();
  const secret = "The vault in the cellar opens with 90817263-ZULU";
  const { home } = { home: path.join(reeve.folder, "home") };
  expect((await reeve.run(["chat"], `${secret}\n`)).code).toBe(0);
  const target = path.join(reeve.folder, "mine.jsonl");
  const exported = await reeve.run(["memory", "export", "--to", target]);
  expect(exported).toMatchObject({ code: 0, err: "" });
  expect(await readFile(target, "utf8")).toContain(secret);
  expect((await stat(target)).mode & 0o777).toBe(0o600);
  expect((await reeve.run(["memory", "export", "--to", target])).code).toBe(1);

  expect((await reeve.run(["memory", "forget", "--query", "vault cellar"])).code).toBe(2);
  const forgotten = await reeve.run(["memory", "forget", "--query", "vault cellar", "--yes"]);
  expect(forgotten).toMatchObject({ code: 0, err: "" });
  expect(forgotten.out).toMatch(
    /^Removed a message and everything derived from it \(\d+ records\)\.\n$/,
  );
  expect(await filesHolding(home, ["90817263", "vault in the cellar"])).toEqual([]);
}, 60_000);

/** Simulates a process that died before it could finish. */
function refuseFinish(point: string): Error | undefined {
  return point === "forgotten" ? new Error("the process ends here") : undefined;
}
