import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { toId } from "../../src/kernel/ids.ts";
import { scriptedModel } from "../../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../../src/channels/testing/scripted-channel.ts";
import { execListDirectory } from "../../src/tools/exec/list-directory.ts";
import { execReadFile } from "../../src/tools/exec/read-file.ts";
import { execRun } from "../../src/tools/exec/run.ts";
import { execWriteFile } from "../../src/tools/exec/write-file.ts";
import { answerAs, questionIn, textsIn } from "../kit/approval-story.ts";
import { endStory } from "../kit/end-story.ts";
import { type RunningAgent, startAgent } from "../kit/start-agent.ts";
import { installBubblewrap } from "./install-bubblewrap.ts";

beforeAll(() => installBubblewrap(), 300_000);

/** Creates a model that makes the call in a message, `tool {arguments}`, and repeats its result. */
function callingModel() {
  return scriptedModel(({ messages }) => {
    const last = messages.at(-1);
    if (last?.role !== "user") return { text: "Asked." };
    const [, name, args] =
      /(exec_\w+) (\{.*\})$/m.exec(last.text.split("</user_message>")[0] ?? "") ?? [];
    if (name === undefined || args === undefined || last.text.includes("Result: "))
      return { text: last.text.replace(/^.*Result: /s, "") };
    return { calls: [{ name, args: JSON.parse(args) }] };
  });
}

const tools = [execRun, execReadFile, execWriteFile, execListDirectory];

async function openStory() {
  const messenger = scriptedChannel({ username: "reeve" });
  const model = callingModel();
  const exec = { enabled: true };
  const agent = await startAgent({ model, channels: [messenger], tools, exec });
  const memory = path.join(agent.home, "workspace", "memory");
  await mkdir(memory, { recursive: true });
  await writeFile(path.join(memory, "log.md"), "the owner's own");
  return { messenger, model, agent };
}

type Story = Awaited<ReturnType<typeof openStory>>;

/** Requests a call and allows it; returns the agent's report of the result. */
async function runIn(
  externalId: string,
  call: string,
  { messenger, agent }: Pick<Story, "messenger" | "agent">,
): Promise<string> {
  const before = messenger.delivered.filter((one) => one.externalId === externalId).length;
  const kind = externalId === "group" ? "group" : "direct";
  const text = kind === "group" ? `@reeve ${call}` : call;
  await messenger.say(text, { externalId, kind, username: "reeve" });
  const { approval } = await questionIn(messenger, before + 2, externalId);
  await answerAs(agent, "ann", { approval: toId(approval), verdict: "allow" });
  await messenger.received(before + 3, externalId);
  return textsIn(messenger, externalId).at(-1) ?? "";
}

async function ranIn(agent: RunningAgent) {
  const records = await agent.store.read.execRecords.list("home", 9);
  return records.map(({ tool, ranIn: where, state, exitCode }) => [tool, where, state, exitCode]);
}

test("an allowed command runs in the sandbox, and files are those that it sees", async () => {
  const story = await openStory();
  await using agent = story.agent;

  expect(
    await runIn("1", 'exec_run {"command":"pwd; whoami; cat memory/log.md; ls /root"}', story),
  ).toContain('"stdout":"/workspace\\nagent\\nthe owner\'s own"');
  expect(
    await runIn("1", 'exec_write_file {"path":"/workspace/a.txt","content":"hello"}', story),
  ).toBe('{"path":"/workspace/a.txt","characters":5}');
  expect(await runIn("1", 'exec_read_file {"path":"/workspace/a.txt"}', story)).toBe(
    '{"path":"/workspace/a.txt","text":"hello","leftOut":0}',
  );
  expect(await runIn("1", 'exec_read_file {"path":"/etc/shadow"}', story)).toContain(
    '"/etc/shadow" could not be used: cat: /etc/shadow: No such file or directory',
  );
  expect(await runIn("1", 'exec_list_directory {"path":"/workspace/memory"}', story)).toContain(
    '"name":"log.md","kind":"file","bytes":15',
  );

  expect(await ranIn(agent)).toEqual([
    ["exec_list_directory", "bubblewrap", "ended", 0],
    ["exec_read_file", "bubblewrap", "ended", 1],
    ["exec_read_file", "bubblewrap", "ended", 0],
    ["exec_write_file", "bubblewrap", "ended", 0],
    ["exec_run", "bubblewrap", "ended", 2],
  ]);
  await endStory(agent, story.model);
});

test("where others read along a command does not see what is the owner's own", async () => {
  const story = await openStory();
  await using agent = story.agent;
  const said = await runIn(
    "group",
    'exec_run {"command":"cat memory/log.md; ls memory; echo end"}',
    story,
  );

  expect(said).toContain('"stdout":"end\\n"');
  expect(said).not.toContain("own");
  await endStory(agent, story.model);
});
