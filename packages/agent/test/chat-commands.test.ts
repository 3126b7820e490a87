import { sessions } from "@reeve/operations/work/sessions";
import { askAs } from "../src/operations/ask.ts";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Fault } from "@reeve/sdk";
import { expect, test } from "vitest";
import type { ChatCommand } from "../src/core/commands.ts";
import { textReply } from "../src/core/commands.ts";
import { type PersonId, toId } from "../src/kernel/ids.ts";
import { LANGUAGES } from "../src/kernel/languages.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { noteCreate } from "../src/features/notes/tools/create.ts";
import { workspaceWrite } from "../src/tools/workspace/write.ts";
import { textsIn } from "./kit/approval-story.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { heldAnswer } from "./kit/models/held-answer.ts";
import { type AgentOptions, type RunningAgent, startAgent } from "./kit/start-agent.ts";

const NOW = Date.UTC(2026, 1, 20, 15, 30);
const roles = { ann: "owner", bob: "member", gus: "guest", eve: "stranger" } as const;

/** Starts an agent that knows its people, with one channel and a model that is silent unless scripted. */
async function start(own: Partial<AgentOptions> = {}) {
  const messenger = scriptedChannel({ username: "ReeveBot" });
  const model = scriptedModel([]);
  const agent = await startAgent({
    model,
    channels: [messenger],
    roles,
    clock: { now: () => NOW },
    ...own,
  });
  /** Returns the reply to a command as one text. */
  const ask = async (text: string, options: Parameters<typeof messenger.say>[1] = {}) => {
    const { externalId = "1" } = options;
    const before = textsIn(messenger, externalId).length;
    await messenger.say(text, { ...options, externalId });
    await messenger.received(before + 1, externalId);
    return textsIn(messenger, externalId).slice(before).join("\n");
  };
  return { agent, messenger, model, ask };
}

function noting(text: string) {
  return { calls: [{ name: "note_create", args: { text } }] };
}

function writing(file: string) {
  return { calls: [{ name: "workspace_write", args: { path: file, content: file } }] };
}

async function personOf(agent: RunningAgent, name: string): Promise<PersonId> {
  return (await callerOf(agent, { name })).person.id;
}

/** Creates a note, a task, a reading list item and a reminder of a person. */
async function keepSome(agent: RunningAgent, name = "ann", externalId = "1"): Promise<void> {
  const person = await personOf(agent, name);
  const owner = { tenant: "home", person };
  const [chat] = await agent.store.read.chats.byAddress("scripted", externalId);
  await agent.store.commit("note", async (tx) => {
    const times = { createdAt: NOW, updatedAt: NOW };
    await tx.notes.add(owner, {
      id: `n-${name}`,
      title: undefined,
      text: `${name}'s secret`,
      tags: [],
      ...times,
    });
    await tx.tasks.add(owner, {
      id: `t-${name}`,
      title: `${name}'s task`,
      status: "todo",
      priority: "high",
      due: { at: Date.UTC(2026, 1, 21, 9), isDateOnly: false },
      project: null,
      notes: null,
      doneAt: null,
      ...times,
    });
    await tx.readingList.add(owner, {
      id: `r-${name}`,
      url: "https://example.com/a",
      title: "An article",
      summary: null,
      text: null,
      tags: [],
      status: "unread",
      createdAt: NOW,
      doneAt: null,
    });
    if (!chat) throw new Error(`nothing was said in ${externalId}`);
    await tx.jobs.add({
      id: toId(`j-${name}-${externalId}`),
      tenant: "home",
      maker: person,
      chat: chat.id,
      kind: "reminder",
      text: `call in ${externalId}`,
      schedule: { type: "at", at: Date.UTC(2026, 1, 21, 9) },
      onMissed: "run-once",
      onParentFailure: "skip",
      parents: [],
      label: { integrity: "owner", audience: "all" },
      role: "owner",
      state: "active",
      nextAt: Date.UTC(2026, 1, 21, 9),
      lastAt: null,
      createdAt: NOW,
    });
  });
}

test("in a direct chat commands are answered from what the person keeps, without a model", async () => {
  const { agent, messenger, model, ask } = await start();
  await using _ = agent;
  expect(await ask("/notes")).toBe("You have no notes yet.");
  expect(await ask("/tasks")).toBe("You have no open tasks.");
  expect(await ask("/reminders")).toBe("There are no reminders.");
  expect(await ask("/readlater")).toBe("Your reading list is empty.");
  await keepSome(agent);

  expect(await ask("/notes")).toBe("- ann's secret");
  expect(await ask("/tasks")).toMatch(/^- ann's task \(.*09:00, urgent\)$/);
  expect(await ask("/reminders@reevebot")).toMatch(/^- .*09:00: call in 1$/);
  expect(await ask("/readlater")).toBe("- An article\n  https://example.com/a");
  expect(await ask("/briefing tomorrow")).toContain("call in 1");
  expect(await ask("/usage")).toBe("Everyone:\ntoday: 0 tokens, $0\nthis month: 0 tokens, $0");
  expect(await ask("/start")).toMatch(/^Hello ann, I'm Reeve, your agent\.\n/);
  expect(await ask("/help")).toContain("\n/pause [all] – ");

  const parts = messenger.delivered.map(({ part }) => part.type === "text" && part.links);
  expect(new Set(parts)).toEqual(new Set(["plain"]));
  expect(model.requests).toEqual([]);
  const ended = await endStory(agent, model);
  expect(new Set(ended.map((line) => line.replace(/^.*: /, "")))).toEqual(new Set(["answered"]));
});

test("while nobody has named the owner, they are greeted without a name", async () => {
  const { agent, model, ask } = await start({ ownerName: "Owner" });
  await using _ = agent;
  const greetings: (string | undefined)[] = [];
  for (const language of LANGUAGES)
    greetings.push((await ask("/start", { name: "Owner", language })).split("\n")[0]);
  expect(greetings).toEqual([
    "Hello, I'm Reeve, your agent.",
    "Hallo, ich bin Reeve, dein Agent.",
    "Hola. Soy Reeve, tu agente.",
    "Bonjour, je suis Reeve, votre agent.",
    "Ciao, sono Reeve, il tuo agente.",
    "Cześć, jestem Reeve, twój agent.",
    "Olá. Sou o Reeve, o seu agente.",
    "Здравствуйте! Я Reeve, ваш агент.",
    "Merhaba, ben Reeve, sizin ajanınızım.",
    "Вітаю! Я Reeve, ваш агент.",
  ]);
  expect(await ask("/start", { sender: "gus", externalId: "3" })).toMatch(
    /^Hello gus, I'm Reeve, an AI agent\.\n/,
  );
  await endStory(agent, model);
});

test("each person is shown what is theirs, and told what they may use", async () => {
  const { agent, model, ask } = await start();
  await using _ = agent;
  await ask("/start");
  await ask("/start", { sender: "bob", externalId: "2" });
  await keepSome(agent);

  expect(await ask("/tasks", { sender: "bob", externalId: "2" })).toBe("You have no open tasks.");
  expect(await ask("/reminders", { sender: "bob", externalId: "2" })).toBe(
    "There are no reminders.",
  );
  expect(await ask("/start", { sender: "gus", externalId: "3" })).toMatch(
    /^Hello gus, I'm Reeve, Ann's agent\.\n.*\nYou're a guest: /s,
  );
  expect(await ask("/help", { sender: "bob", externalId: "2" })).not.toContain("/pause");
  expect(await ask("/pause", { sender: "bob", externalId: "2" })).toBe(
    "Only the owner and admins can use /pause.",
  );
  expect(await agent.store.read.pauses.list("home")).toEqual([]);
  expect(await ask("/memory", { sender: "bob", externalId: "2" })).toBe(
    "Only the owner can use /memory.",
  );
  await endStory(agent, model);
});

test("in a group nothing private is told, and the group's own reminders are", async () => {
  const { agent, ask } = await start();
  await using _ = agent;
  const group = { externalId: "g", kind: "group", sender: "bob" } as const;
  await ask("/start");
  await ask("/start", group);
  await keepSome(agent);
  await keepSome(agent, "bob", "g");

  for (const name of ["notes", "tasks", "readlater", "usage", "export", "history", "briefing"])
    expect(await ask(`/${name}`, group)).toBe(
      `/${name} is private. Send it to me in a direct chat.`,
    );
  expect(await ask("/reminders", group)).toMatch(/^- .*09:00: call in g$/);
  expect(await ask("/reminders", { ...group, sender: "ann" })).toMatch(/^- .*: call in g$/);
  const help = await ask("/help", { ...group, sender: "ann" });
  expect(help).toContain("/modules");
  expect(help).not.toContain("/notes");
});

test("a stranger gets nothing, whatever they write", async () => {
  const { agent, messenger, model } = await start();
  await using _ = agent;
  const eve = { sender: "eve", externalId: "e" };
  for (const text of ["/start", "/help", "/tasks", "/undo", "/export", "/stop"])
    expect(await messenger.say(text, eve)).toMatchObject({
      outcome: "ignored",
      reason: "stranger",
    });
  expect(await messenger.say("/link AAAA-2345", eve)).toMatchObject({ outcome: "refused" });
  expect(await endStory(agent, model)).toHaveLength(7);
  expect(messenger.delivered).toEqual([]);
});

test("a command is answered while a turn runs, and does not become part of it", async () => {
  const held = heldAnswer({ text: "Long thought." });
  const model = scriptedModel([held.answer]);
  const { agent, messenger, ask } = await start({ model });
  await using _ = agent;
  await messenger.say("think");
  await held.begun;
  expect(await ask("/tasks")).toBe("You have no open tasks.");
  held.letGo();
  await messenger.received(2);

  expect(textsIn(messenger)).toEqual(["You have no open tasks.", "Long thought."]);
  expect(await endStory(agent, model)).toEqual(["think: answered", "/tasks: answered"]);
});

test("what runs is stopped by a command, and the next message is answered", async () => {
  const held = heldAnswer({ text: "Never said." });
  const model = scriptedModel([held.answer, { text: "Here." }]);
  const { agent, messenger, ask } = await start({ model });
  await using _ = agent;
  await messenger.say("think");
  await held.begun;
  expect(await ask("/stop")).toBe("Stopped.");
  held.letGo();
  await messenger.say("and now?");
  await expect.poll(() => textsIn(messenger)).toContain("Here.");
  expect(await ask("/stop")).toBe("Nothing is running in this chat.");
  expect(textsIn(messenger)).not.toContain("Never said.");
  expect((await endStory(agent, model)).at(-2)).toBe("and now?: answered");
});

test("a command that comes twice is answered once, and done once", async () => {
  const model = scriptedModel([noting("milk"), noting("bread"), { text: "Noted." }]);
  const { agent, messenger, ask } = await start({ model, tools: [noteCreate] });
  await using _ = agent;
  await ask("note milk, then bread");

  const said = await Promise.all([
    messenger.say("/undo", { id: "u" }),
    messenger.say("/undo", { id: "u" }),
  ]);
  expect(said.map(({ outcome }) => outcome).toSorted()).toEqual(["answered", "repeat"]);
  expect(await messenger.say("/undo", { id: "u" })).toMatchObject({ outcome: "repeat" });
  await messenger.received(2);
  expect(textsIn(messenger).slice(1)).toEqual(["Undone: note created: bread"]);
  expect(await ask("/notes")).toBe("- milk");
  await endStory(agent, model);
});

test("of files the newest change is undone once, also when the message comes again later", async () => {
  const model = scriptedModel([writing("a.txt"), writing("b.txt"), { text: "Written." }]);
  const { agent, messenger, ask } = await start({ model, tools: [workspaceWrite] });
  await using _ = agent;
  await ask("write both");
  expect(await ask("/undo", { id: "u" })).toBe("Undone: file created: b.txt");
  expect(await messenger.say("/undo", { id: "u" })).toMatchObject({ outcome: "repeat" });
  const file = (name: string) => readFile(path.join(agent.home, "workspace", name), "utf8");
  expect(await file("a.txt")).toContain("a.txt");
  await expect(file("b.txt")).rejects.toThrow("ENOENT");
  expect(await ask("/undo")).toBe("Undone: file created: a.txt");
  expect(await ask("/undo")).toBe("There is nothing to undo.");
  await endStory(agent, model);
});

test("an edited command is answered again only where it says something else", async () => {
  const { agent, messenger, model, ask } = await start();
  await using _ = agent;
  await ask("/notes", { id: "m" });
  expect(await messenger.say("/notes ", { id: "m", edit: 1 })).toMatchObject({
    outcome: "noted",
    reason: "answered before it was edited",
  });
  expect(await ask("/tasks", { id: "m", edit: 2 })).toBe("You have no open tasks.");
  expect(await messenger.say("/tasks", { id: "m", edit: 3 })).toMatchObject({ outcome: "noted" });
  expect(await messenger.say("/tasks", { id: "m", edit: 4 })).toMatchObject({ outcome: "noted" });
  expect(await endStory(agent, model)).toEqual([
    "/notes: answered",
    "/notes : noted (answered before it was edited)",
    "/tasks: answered",
    "/tasks: noted (answered before it was edited)",
    "/tasks: noted (answered before it was edited)",
  ]);
});

test("a message that waits and is edited into a command is withdrawn", async () => {
  const held = heldAnswer({ text: "First." });
  const model = scriptedModel([held.answer]);
  const { agent, messenger, ask } = await start({ model, mode: "queue" });
  await using _ = agent;
  await messenger.say("think");
  await held.begun;
  await messenger.say("tasks", { id: "m" });
  expect(await ask("/tasks", { id: "m", edit: 1 })).toBe("You have no open tasks.");
  held.letGo();
  await messenger.received(2);
  expect(await endStory(agent, model)).toEqual([
    "think: answered",
    "tasks: withdrawn (edited)",
    "/tasks: answered",
  ]);
});

test("a command that nobody knows gets one line and no model", async () => {
  const model = scriptedModel([{ text: "Hm?" }]);
  const { agent, ask } = await start({ model });
  await using _ = agent;
  expect(await ask("/dance all night")).toBe("I don't know the command /dance. See /help.");
  expect(await ask("/ping")).toBe("I'm here.");
  expect(await ask("!ping")).toBe("I'm here.");
  expect(model.requests).toEqual([]);
  expect(await ask("/task dance all night")).toBe("Hm?");
  expect(JSON.stringify(model.requests)).toContain("A task: carry it out to the end");
});

test("what is no command of the agent goes to the model", async () => {
  const model = scriptedModel(() => ({ text: "Hm?" }));
  const { agent, ask } = await start({ model });
  await using _ = agent;
  for (const text of ["!dance", "/tasks@otherbot", "what is /tasks?"])
    expect(await ask(text)).toBe("Hm?");
  expect(await ask("/tasks", { forwardedFrom: "Bob" })).toBe("Hm?");
  expect(model.requests).toHaveLength(4);
});

test("a pause holds for members, and the owner ends it by a command", async () => {
  const model = scriptedModel([{ text: "At last." }]);
  const { agent, messenger, ask } = await start({ model });
  await using _ = agent;
  expect(await ask("/pause")).toBe(
    "Paused. I'll store messages but won't answer until you send /resume.",
  );
  expect(await ask("/pause")).toBe("Already paused.");
  expect(await ask("/pause all")).toBe(
    "Paused. I'll store messages but won't answer until you send /resume.",
  );
  expect(await messenger.say("hello")).toMatchObject({ outcome: "noted", reason: "paused" });
  expect(await messenger.say("/tasks", { sender: "bob", externalId: "2" })).toMatchObject({
    outcome: "ignored",
    reason: "a command while paused",
  });
  expect(await ask("/tasks")).toBe("You have no open tasks.");
  expect(await ask("/resume all")).toBe(
    "Resumed. Messages that arrived during the pause: 0; I'll answer 0 of them.",
  );
  await messenger.say("/resume");
  await messenger.received(7, "1");
  expect(textsIn(messenger, "1").slice(-2).toSorted()).toEqual([
    "At last.",
    "Resumed. Messages that arrived during the pause: 1; I'll answer 1 of them.",
  ]);
  await endStory(agent, model);
});

test("settings of a chat are shown and changed, and a wrong word says how it is written", async () => {
  const { agent, ask } = await start();
  await using _ = agent;
  expect(await ask("/loop 9")).toBe("message mode: steer\nsteps per turn: 9");
  expect(await ask("/mode queue")).toBe("message mode: queue\nsteps per turn: 9");
  expect(await ask("/loop")).toBe("message mode: queue\nsteps per turn: 9");
  for (const wrong of ["0", "51", "9.5", "1e1", "-1"])
    expect(await ask(`/loop ${wrong}`)).toBe("Usage: /loop [1-50]");
  expect(await ask("/new")).toBe("New session started.");
  expect(await ask("/archive off")).toBe("archive: off");
  expect(await ask("/archive")).toBe("archive: off");
  expect(await ask("/agent nobody")).toMatch(/^Unknown agent: "nobody"\./);
  expect(await ask("/approvals")).toBe("No approvals are pending.");
  expect(await ask("/link")).toMatch(/\n\/link [A-Z2-9]{4}-[A-Z2-9]{4}$/);
});

test("commands of members count for their rate, and those that come too fast are refused", async () => {
  const limits = { rates: { person: { minute: 2 } } };
  const { agent, messenger, model, ask } = await start({ limits });
  await using _ = agent;
  const bob = { sender: "bob", externalId: "2" };
  await ask("/tasks", bob);
  await ask("/tasks", bob);
  expect(await messenger.say("/tasks", bob)).toMatchObject({
    outcome: "refused",
    reason: expect.stringMatching(/^too fast: I answer up to 2 messages per person per minute/),
  });
  for (let nth = 0; nth < 4; nth++) expect(await ask("/tasks")).toBe("You have no open tasks.");
  await endStory(agent, model);
});

test("a command that fails says why, writes nothing, and is answered once", async () => {
  const facts = { usage: "", summary: "", access: "anyone", scope: "chat" } as const;
  const denied = new Fault("denied", "Not today.", { hint: "Try tomorrow." });
  const note = {
    id: "n",
    title: undefined,
    text: "half",
    tags: [],
    createdAt: NOW,
    updatedAt: NOW,
  };
  const commands: readonly ChatCommand[] = [
    {
      ...facts,
      name: "faulty",
      async answer(tx, { person: { tenant, id } }) {
        await tx.notes.add({ tenant, person: id }, note);
        throw denied;
      },
    },
    {
      ...facts,
      name: "broken",
      async answer(tx, { person: { tenant, id } }) {
        await tx.notes.add({ tenant, person: id }, note);
        throw new Error("a bug");
      },
    },
    { ...facts, name: "unready", prepare: () => Promise.reject(denied) },
    {
      ...facts,
      name: "ready",
      prepare:
        async ({ argument }) =>
        async () =>
          textReply(argument),
    },
  ];
  const { agent, messenger, model, ask } = await start({ commands });
  await using _ = agent;
  expect(await ask("/faulty", { id: "f" })).toBe("Not today.\nTry tomorrow.");
  expect(await messenger.say("/faulty", { id: "f" })).toMatchObject({ outcome: "repeat" });
  expect(await ask("/broken", { id: "b" })).toBe("/broken failed. See the log for details.");
  expect(await messenger.say("/broken", { id: "b" })).toMatchObject({ outcome: "repeat" });
  expect(await ask("/unready")).toBe("Not today.\nTry tomorrow.");
  expect(await ask("/ready  steady ")).toBe("steady");
  expect(await ask("/notes")).toBe("You have no notes yet.");
  expect(agent.logged.map(({ sentence }) => sentence)).toEqual(["chat command failed"]);
  expect((await endStory(agent, model)).slice(0, 2)).toEqual([
    "/faulty: answered",
    "/broken: failed (/broken broke)",
  ]);
});

test("while nothing can be stored a command is not acknowledged, and answered when it comes again", async () => {
  let isFull = true;
  const full = new Fault("exhausted", "The disk is full.");
  const refuseCommit: AgentOptions["refuseCommit"] = (point) =>
    isFull && point === "accept" ? full : undefined;
  const { agent, messenger, ask } = await start({ refuseCommit });
  await using _ = agent;
  await expect(messenger.say("/tasks", { id: "m" })).rejects.toBe(full);
  isFull = false;
  expect(await ask("/tasks", { id: "m" })).toBe("You have no open tasks.");
});

test("what is kept of a person is sent as a file, and theirs alone", async () => {
  const { agent, messenger, ask } = await start();
  await using _ = agent;
  await ask("/start");
  await ask("/start", { sender: "bob", externalId: "2" });
  await keepSome(agent);
  await keepSome(agent, "bob", "2");
  expect(await ask("/export", { sender: "bob", externalId: "2" })).toMatch(
    /^All the data I have about you: \d+ records\.$/,
  );
  const part = messenger.delivered.at(-1)?.part;
  if (part?.type !== "file") throw new Error("not a file");
  expect(path.dirname(path.dirname(part.path))).toBe(path.join(agent.home, "exports"));
  const kept = await readFile(part.path, "utf8");
  expect(kept).toContain("bob's secret");
  expect(kept).not.toContain("ann's secret");
});

test("a person's usage is their own, with what is left of their budget", async () => {
  const costNano = 20_000_000n;
  const usage = { inputTokens: 1000, cachedTokens: 0, outputTokens: 200, costNano };
  const model = scriptedModel(() => ({ text: "Hello.", usage }));
  const limits = { money: { person: { day: "0.5" }, platform: { month: "10" } } };
  const { agent, ask } = await start({ model, limits });
  await using _ = agent;
  const bob = { sender: "bob", externalId: "2" };
  await ask("hello", bob);
  expect(await ask("/usage", bob)).toMatch(
    /^You:\ntoday: 1,200 tokens, \$0\.02\nthis month: 1,200 tokens, \$0\.02\nleft today for this person: \$0\.48 of \$0\.5$/,
  );
  const all = await ask("/usage");
  expect(all).toMatch(/^Everyone:\ntoday: 1,200 tokens, \$0\.02\n/);
  expect(all).toContain("left this month for this installation: $9.98 of $10");
});

test("control lists the commands of who asks, where they ask", async () => {
  const { agent, ask } = await start();
  await using _ = agent;
  await ask("/start", { sender: "bob", externalId: "g", kind: "group" });
  const listed = async (name: string, externalId: string) => {
    const caller = await callerOf(agent, { name, externalId });
    const list = await askAs(agent.core.control, caller)(sessions.commands, {});
    return JSON.stringify(list);
  };
  const bobs = await listed("bob", "g");
  expect(bobs).toContain('"/reminders"');
  expect(bobs).not.toContain('"/notes"');
  expect(bobs).not.toContain("/pause");
  expect(await listed("bob", "2")).toContain('"/notes"');
});
