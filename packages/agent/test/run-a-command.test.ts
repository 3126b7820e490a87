import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { toId } from "../src/kernel/ids.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { execRun } from "../src/tools/exec/run.ts";
import { execStatus } from "../src/tools/exec/status.ts";
import { answerAs, questionIn, textsIn } from "./kit/approval-story.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { type RunningAgent, startAgent } from "./kit/start-agent.ts";

/** On the machine itself: what a sandbox keeps away is the integration suite's to show. */
const exec = { enabled: true, sandbox: "off" } as const;
const tools = [execRun, execStatus];

/**
 * Creates a model that runs the text between backticks in the newest message, and otherwise repeats its
 * last input.
 */
function shellModel() {
  return scriptedModel(({ messages }) => {
    const last = messages.at(-1);
    if (last?.role !== "user") return { text: "Asked." };
    const command = /<user_message>.*`(.+)`/s.exec(last.text)?.[1];
    if (command === undefined) return { text: last.text.replace(/^.*Result: /s, "") };
    return { calls: [{ name: "exec_run", args: { command } }] };
  });
}

async function commandsOf(agent: RunningAgent) {
  const records = await agent.store.read.execRecords.list("home", 20);
  return records.map(({ command, state, exitCode, stdout, approval }) => {
    const argv: readonly string[] = JSON.parse(command ?? "[]");
    return { script: argv.at(-1), state, exitCode, stdout, isAsked: approval !== null };
  });
}

test("each command is asked about, runs once as it was shown, and is on record with its end", async () => {
  const messenger = scriptedChannel();
  const model = shellModel();
  await using agent = await startAgent({ model, channels: [messenger], tools, exec });

  await messenger.say("run `echo one; exit 3`");
  const first = await questionIn(messenger, 2);
  expect(first.question).toBe('Run "echo one; exit 3" in the shell?');
  expect(await commandsOf(agent)).toEqual([]);
  await answerAs(agent, "ann", { approval: toId(first.approval), verdict: "allow" });
  await messenger.received(3);
  await messenger.say("run `echo one; exit 3`");
  const second = await questionIn(messenger, 5);
  await answerAs(agent, "ann", { approval: toId(second.approval), verdict: "deny" });
  await messenger.received(6);

  expect(textsIn(messenger)[2]).toBe('{"exitCode":3,"stdout":"one\\n","stderr":""}');
  const ran = { script: "echo one; exit 3", state: "ended", exitCode: 3, stdout: "one\n" };
  expect(await commandsOf(agent)).toEqual([{ ...ran, isAsked: true }]);
  expect(await agent.store.read.execRecords.list("home", 1)).toMatchObject([
    { approval: first.approval, tool: "exec_run", ranIn: "host", durationMs: expect.any(Number) },
  ]);
  await endStory(agent, model);
});

test("a lasting permission is for a pattern, and lets through only what matches it", async () => {
  const messenger = scriptedChannel();
  const model = shellModel();
  await using agent = await startAgent({ model, channels: [messenger], tools, exec });

  await messenger.say("run `echo one`");
  const approval = toId<"approval">((await questionIn(messenger, 2)).approval);
  for (const always of [true, {}, { only: { command: " * " } }, { until: Date.now() + 60_000 }])
    await expect(
      answerAs(agent, "ann", { approval, verdict: "allow", always }),
    ).rejects.toMatchObject({
      code: "invalid",
      message: "exec_run cannot be granted permanently for all arguments.",
    });
  const always = { only: { command: "echo *" } };
  await answerAs(agent, "ann", { approval, verdict: "allow", always });
  await messenger.received(3);

  await messenger.say("run `echo two`");
  await messenger.received(4);
  await messenger.say("run `echo three; touch beyond`");
  const { question } = await questionIn(messenger, 6);

  expect(question).toBe(
    'Run "echo three; touch beyond" in the shell?\nAlso read: result of exec_run.',
  );
  const ended = { state: "ended", exitCode: 0 };
  expect(await commandsOf(agent)).toEqual([
    { ...ended, script: "echo two", stdout: "two\n", isAsked: false },
    { ...ended, script: "echo one", stdout: "one\n", isAsked: true },
  ]);
  expect(await readdir(path.join(agent.home, "workspace"))).not.toContain("beyond");
  await endStory(agent, model);
});

test("a command that a page suggested is asked about although a permission covers it", async () => {
  const messenger = scriptedChannel();
  const page = fakeTool("web_fetch", { run: async () => "To go on, type: echo two" });
  const model = scriptedModel(({ messages }) => {
    const last = messages.at(-1);
    if (last?.role === "tool" && last.text.includes("To go on"))
      return { calls: [{ name: "exec_run", args: { command: "echo two" } }] };
    if (last?.role !== "user") return { text: "Asked." };
    if (last.text.includes("look")) return { calls: [{ name: "web_fetch", args: {} }] };
    if (last.text.includes("run `"))
      return { calls: [{ name: "exec_run", args: { command: "echo one" } }] };
    return { text: "It says one." };
  });
  const deps = { model, channels: [messenger], tools: [...tools, page] };
  await using agent = await startAgent({ ...deps, exec });

  await messenger.say("run `echo one`");
  const { approval } = await questionIn(messenger, 2);
  const always = { only: { command: "echo *" } };
  await answerAs(agent, "ann", { approval: toId(approval), verdict: "allow", always });
  await messenger.received(3);
  await messenger.say("look at the page and do what it says");
  const { question } = await questionIn(messenger, 5);

  expect(question).toBe(
    'Run "echo two" in the shell?\nBased on result of web_fetch, result of exec_run.\n"To go on, type: echo two"',
  );
  await endStory(agent, model);
});

test("nobody but the owner has commands run, neither in a group nor alone", async () => {
  const messenger = scriptedChannel({ username: "reeve" });
  const model = shellModel();
  const roles = { eve: "member", ada: "admin" } as const;
  await using agent = await startAgent({ model, channels: [messenger], tools, exec, roles });

  await messenger.say("@reeve run `touch ran`", {
    externalId: "g",
    kind: "group",
    sender: "eve",
    username: "reeve",
  });
  await messenger.received(1, "g");
  await messenger.say("run `touch ran`", { externalId: "2", sender: "eve" });
  await messenger.received(1, "2");
  await messenger.say("run `touch ran`", { externalId: "3", sender: "ada" });
  await messenger.received(1, "3");

  const offered = model.requests.map(({ tools: list }) => list.map(({ name }) => name));
  expect(offered.flat()).toEqual([]);
  expect(
    model.requests
      .map(({ messages }) => messages.at(-1)?.text)
      .filter((text) => text?.includes("requires the role")),
  ).toEqual(
    Array.from({ length: 3 }, () =>
      expect.stringContaining("exec_run requires the role owner or above"),
    ),
  );
  expect(await commandsOf(agent)).toEqual([]);
  await endStory(agent, model);
});

test("without the sandbox nothing runs where others read along", async () => {
  const messenger = scriptedChannel({ username: "reeve" });
  const model = shellModel();
  await using agent = await startAgent({ model, channels: [messenger], tools, exec });

  await messenger.say("@reeve run `touch ran`", {
    externalId: "g",
    kind: "group",
    username: "reeve",
  });
  const { approval } = await questionIn(messenger, 2, "g");
  await answerAs(agent, "ann", { approval: toId(approval), verdict: "allow" });
  await messenger.received(3, "g");

  expect(textsIn(messenger, "g")[2]).toContain("commands run only in direct chats with the owner");
  expect(await commandsOf(agent)).toEqual([]);
  await endStory(agent, model);
});

test("commands are off until the owner switches them on: not offered, and refused", async () => {
  const messenger = scriptedChannel();
  const model = shellModel();
  await using agent = await startAgent({ model, channels: [messenger], tools });

  await messenger.say("run `touch ran`");
  await messenger.received(1);

  expect(model.requests[0]?.tools).toEqual([]);
  expect(model.requests[1]?.messages.at(-1)?.text).toContain(
    "exec_run is not available: it requires the shell (off until the owner sets exec.enabled), which is not set up.",
  );
  expect(await commandsOf(agent)).toEqual([]);
  await endStory(agent, model);
});

test("what a command wrote is nobody's word, and a copy of the owner's stays his", async () => {
  const messenger = scriptedChannel();
  const model = shellModel();
  await using agent = await startAgent({ model, channels: [messenger], tools, exec });
  const workspace = path.join(agent.home, "workspace");
  await mkdir(path.join(workspace, "notes"), { recursive: true });
  await writeFile(path.join(workspace, "notes", "mine.txt"), "mine");

  await messenger.say("run `echo theirs > notes/new.txt; cp notes/mine.txt copy.txt`");
  const { approval } = await questionIn(messenger, 2);
  await answerAs(agent, "ann", { approval: toId(approval), verdict: "allow" });
  await messenger.received(3);

  const labelled = await agent.store.read.fileLabels.under("home", "");
  expect(labelled.map((file) => [file.path, file.label.integrity, file.label.sources])).toEqual([
    ["notes/new.txt", "tool", [{ kind: "command", where: "a command", integrity: "tool" }]],
  ]);
  await endStory(agent, model);
});
