import { expect, test } from "vitest";
import { toId } from "../../../kernel/ids.ts";
import { createWakeup } from "../../../kernel/wakeup.ts";
import { scriptedModel } from "../../../llm/testing/scripted-model.ts";
import { ann, bob, newChat } from "../../../store/testing/rows.ts";
import { createAgents, mainAgent } from "../../agents.ts";
import type { ChatCommand, CommandContext } from "../../commands.ts";
import { createRunningTurns } from "../../running-turns.ts";
import { createCurrentOverrides } from "../operations/current-overrides.ts";
import { createToolbox } from "../../../tools/toolbox.ts";
import { openTurnKit, toolThat } from "../testing/open-turn-kit.ts";
import { agentCommand } from "./agent-command.ts";
import { chatCommands } from "./chat-commands.ts";
import { modulesCommand } from "./modules-command.ts";
import { pauseCommands } from "./pause-commands.ts";
import { sessionCommands } from "./session-commands.ts";

const p1 = toId<"chat">("p1");

/** Opens the chat `p1`, in which commands are answered; what they do after the commit is done then. */
async function openStory() {
  await using stack = new AsyncDisposableStack();
  const tools = ["web_look", "web_find", "note_list"].map((name) => toolThat({ name }));
  const kit = stack.use(await openTurnKit({ tools }));
  const owned = stack.move();
  return {
    ...kit,
    chat: () => kit.store.read.chats.byId(p1),
    async say(command: ChatCommand | undefined, argument = "", own: Partial<CommandContext> = {}) {
      const after: (() => void)[] = [];
      const parts = await kit.store.commit("accept", async (tx) => {
        const chat = await tx.chats.byId(p1);
        if (!chat || !command?.answer) throw new Error("there is nothing to answer");
        return command.answer(tx, {
          person: ann,
          language: "en",
          timeZone: "UTC",
          address: { channel: "cli", externalId: "p1", kind: "direct" },
          argument,
          message: "m",
          now: kit.time.now,
          chat,
          newId: kit.deps.newId,
          isPush: true,
          afterCommit: (work) => void after.push(work),
          ...own,
        });
      });
      for (const work of after) work();
      return parts.map((part) => (part.type === "text" ? part.text : part.type));
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const named = (commands: readonly ChatCommand[], name: string) =>
  commands.find((command) => command.name === name);

test("agents are listed with their model and their tools, and the one that answers is marked", async () => {
  await using story = await openStory();
  const model = scriptedModel([]);
  const writer = {
    ...mainAgent({ model }),
    name: "writer",
    rules: { agent: "writer", deny: ["web_*"] },
  };
  const agents = createAgents(mainAgent({ model }), [writer]);
  const command = agentCommand({ agents, toolbox: story.deps.toolbox });
  expect(await story.say(command)).toEqual([
    "▶ main: scripted/model, 3 tools\n· writer: scripted/model, 1 tool",
  ]);
  expect(await story.say(command, "writer")).toEqual([
    "Starting with your next message, writer will answer in this chat.",
  ]);
  expect((await story.chat())?.agent).toBe("writer");
  expect(await story.say(command)).toEqual([
    "· main: scripted/model, 3 tools\n▶ writer: scripted/model, 1 tool",
  ]);
  const person = { ...bob, role: "admin" } as const;
  await expect(story.say(command, "main", { person })).rejects.toMatchObject({
    code: "denied",
    message: "Only the owner can switch this chat's agent.",
  });
  await expect(story.say(command, "writter")).rejects.toMatchObject({
    code: "missing",
    hint: "Did you mean writer?",
  });
  await expect(story.say(command, "xyz")).rejects.toMatchObject({ hint: "Agents: main, writer." });
});

test("in a group admins switch the agent, and members do not", async () => {
  await using story = await openStory();
  const command = agentCommand(story.deps);
  await story.store.commit("accept", (tx) => tx.chats.add(newChat("g", { kind: "group" })));
  const chat = await story.store.read.chats.byId(toId("g"));
  if (!chat) throw new Error("there is no group");
  const admin = { ...bob, role: "admin" } as const;
  expect(await story.say(command, "main", { chat, person: admin })).toHaveLength(1);
  await expect(story.say(command, "main", { chat, person: bob })).rejects.toMatchObject({
    message: "Only the owner and admins can switch this chat's agent.",
  });
});

test("modules are listed, and switched off and on", async () => {
  await using story = await openStory();
  const overrides = createCurrentOverrides(story.store);
  const command = modulesCommand({ ...story.deps, overrides });
  const chat = { tenant: "home", id: p1 } as const;
  expect(await overrides.of(chat)).toEqual([]);
  expect(await story.say(command)).toEqual(["web: on, 2 tools\nnote: on, 1 tool"]);
  expect(await story.say(command, "off  web")).toEqual(["web: off, 2 tools"]);
  expect(await overrides.of(chat)).toHaveLength(1);
  expect(await story.store.read.events.since(p1, 0, 9)).toMatchObject([
    { type: "tools-change", category: "web", where: "here", now: "off", by: "Ann" },
  ]);
  expect(await story.say(command)).toEqual(["web: off, 2 tools\nnote: on, 1 tool"]);
  expect(await story.say(command, "on web")).toEqual(["web: on, 2 tools"]);
  for (const wrong of ["on", "web", "up web", "on web now"])
    await expect(story.say(command, wrong)).rejects.toMatchObject({
      message: "Usage: /modules [on|off <category>]",
    });
  await expect(story.say(command, "on wob")).rejects.toMatchObject({ code: "missing" });
});

test("without tools there are no modules, and one that is missing is switched all the same", async () => {
  await using story = await openStory();
  const awaited = [{ name: "mail_send", requires: "a mailbox", load: refuse }];
  const toolbox = createToolbox([], {}, { awaited });
  const overrides = createCurrentOverrides(story.store);
  const command = modulesCommand({ toolbox, events: story.deps.events, overrides });
  expect(await story.say(command)).toEqual(["No tools are available."]);
  expect(await story.say(command, "off mail")).toEqual(["mail: off"]);
});

test.each(["new", "reset"])(
  "/%s begins a session, and who waits for its end is told",
  async (name) => {
    await using story = await openStory();
    await story.accept("m1");
    await story.answer(await story.claim());
    const before = (await story.chat())?.sessionId;
    let rings = 0;
    const endedWakeup = { ...createWakeup(), notify: () => void (rings += 1) };
    const running = createRunningTurns();
    const commands = sessionCommands({ ...story.deps, endedWakeup, running });
    expect(await story.say(named(commands, name))).toEqual(["New session started."]);
    expect((await story.chat())?.sessionId).not.toBe(before);
    expect(rings).toBe(1);
  },
);

test("a turn that is stopped says so itself where replies are pushed, and ends at once", async () => {
  await using story = await openStory();
  const running = createRunningTurns();
  const stop = named(sessionCommands({ ...story.deps, running }), "stop");
  expect(await story.say(stop)).toEqual(["Nothing is running in this chat."]);
  await story.accept("m1");
  await story.claim();
  using registered = running.add(p1);
  expect(await story.say(stop)).toEqual([]);
  expect(registered.signal.aborted).toBe(true);
});

test("where replies are fetched, and for messages that waited, the command says that they are stopped", async () => {
  await using story = await openStory();
  const running = createRunningTurns();
  const pulled = sessionCommands({ ...story.deps, running, isPush: () => false });
  await story.accept("m1");
  await story.claim();
  expect(await story.say(named(pulled, "stop"))).toEqual(["Stopped."]);
  await expect(story.crash()).rejects.toThrow("cleared");
  await story.accept("m2");
  expect(await story.say(named(sessionCommands({ ...story.deps, running }), "stop"))).toEqual([
    "Stopped.",
  ]);
  expect(await story.store.read.inbox.byId(toId("m2"))).toMatchObject({
    state: "withdrawn",
    reason: "stopped",
  });
});

test("an allowed call that was stopped before it began is denied, and those who listen are told by whom", async () => {
  await using kit = await openStory();
  const stop = named(sessionCommands({ ...kit.deps, running: createRunningTurns() }), "stop");
  await kit.accept("m1");
  const approval = await kit.ask("c1", "web_look", {});
  await kit.decide(approval);
  const told: unknown[] = [];
  const ended = new AbortController();
  expect(await kit.say(stop)).toEqual(["Stopped."]);
  ended.abort();
  expect(await kit.store.read.approvals.byId(approval)).toMatchObject({
    state: "cancelled",
    reason: "stopped",
  });
  told.push(...(await kit.store.read.events.since(p1, 0, 99)));
  expect(told.at(-1)).toMatchObject({
    type: "approval-decision",
    approval,
    verdict: "deny",
    by: "Ann",
  });
});

test("a pause holds for one chat or for all, and takes no other words", async () => {
  await using story = await openStory();
  const commands = pauseCommands();
  const [pause, resume] = [named(commands, "pause"), named(commands, "resume")];
  await expect(story.say(pause, "here")).rejects.toMatchObject({ message: "Usage: /pause [all]" });
  await expect(story.say(resume, "here")).rejects.toMatchObject({
    message: "Usage: /resume [all]",
  });
  const wasNot = await story.say(resume);
  expect(await story.say(resume, "all")).toEqual(wasNot);
  await story.say(pause, "all");
  expect(await story.store.read.pauses.list("home")).toMatchObject([{ chat: null }]);
  expect(await story.say(resume)).toEqual(wasNot);
  expect(await story.say(resume, "all")).not.toEqual(wasNot);
  await story.say(pause);
  expect(await story.store.read.pauses.list("home")).toMatchObject([{ chat: "p1" }]);
  expect(await story.say(resume, "all")).toEqual(wasNot);
  expect(await story.say(resume)).not.toEqual(wasNot);
});

test("the steps and the mode of a chat are shown and changed, and wrong ones are refused", async () => {
  await using story = await openStory();
  const commands = chatCommands({});
  const [loop, mode] = [named(commands, "loop"), named(commands, "mode")];
  const shown = ["message mode: steer\nsteps per turn: 5"];
  expect(await story.say(loop)).toEqual(shown);
  expect(await story.say(mode)).toEqual(shown);
  for (const wrong of ["0", "51", "9.5", "1e1", "-1", "x", "7 "])
    await expect(story.say(loop, wrong)).rejects.toMatchObject({
      message: "Usage: /loop [1-50]",
    });
  for (const steps of ["1", "50"]) {
    expect(await story.say(loop, steps)).toEqual([`message mode: steer\nsteps per turn: ${steps}`]);
    expect((await story.chat())?.maxSteps).toBe(Number(steps));
  }
  await expect(story.say(mode, "fast")).rejects.toMatchObject({ code: "invalid" });
  expect(await story.say(mode, "queue")).toEqual(["message mode: queue\nsteps per turn: 50"]);
  expect(await story.chat()).toMatchObject({ mode: "queue", maxSteps: 50 });
});

function refuse(): Promise<never> {
  return Promise.reject(new Error("nobody loads it"));
}
