import type { ChildProcess } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { type MockAnswer, startMockServer } from "../../src/llm/testing/mock-server.ts";
import { openFolder } from "../kit/open-talk.ts";
import { kill, openServedAgent } from "./served-agent.ts";

const HOOKS = ["messageReceived", "promptBefore", "toolBefore", "responseBefore"];

/** Each hook notes that it was called. Its first call does not end: that is when the process is killed. */
const PLUGIN = `import { definePlugin } from "@reeve/sdk/plugin";
const hook = (name, answer) => ({
  async run(_event, { storage }) {
    const isFirst = storage.get(name) === undefined;
    storage.set(name, Number(storage.get(name) ?? 0) + 1);
    if (isFirst) await new Promise((resolve) => setTimeout(resolve, 4000));
    return answer;
  },
});
export default definePlugin({
  hooks: {
    messageReceived: hook("messageReceived"),
    promptBefore: hook("promptBefore", { context: "It rains." }),
    toolBefore: hook("toolBefore"),
    responseBefore: hook("responseBefore", { text: "The answer of the plugin." }),
  },
});
`;

async function writePlugin(): Promise<string> {
  const folder = path.join(await openFolder(), "guard");
  await mkdir(folder);
  const manifest = {
    name: "guard",
    version: "1.0.0",
    type: "module",
    engines: { reeve: "^0.1.0" },
    reeve: { powers: { hooks: HOOKS } },
  };
  await writeFile(path.join(folder, "package.json"), JSON.stringify(manifest));
  await writeFile(path.join(folder, "index.ts"), PLUGIN);
  return folder;
}

function callOnce({ body }: { readonly body: Readonly<Record<string, unknown>> }): MockAnswer {
  const asked = JSON.stringify(body["messages"]);
  return asked.includes('"role":"tool"')
    ? { text: "The answer of the model." }
    : {
        calls: [{ name: "tool_call", args: { name: "note_create", arguments: { text: "milk" } } }],
      };
}

test(
  "a process that is killed in each hook loses no message, and answers and acts once",
  { timeout: 600_000 },
  async () => {
    await using model = await startMockServer({ answer: callOnce });
    await using agent = await openServedAgent(model.url, { plugins: { trusted: ["guard"] } });
    await agent.reeve("plugin", "add", await writePlugin(), "--yes");
    const calls = (hook: string) => {
      try {
        using data = new DatabaseSync(path.join(agent.home, "plugins/.data/guard/plugin.db"), {
          readOnly: true,
        });
        const row = data.prepare("select value from reeve_storage where key = ?").get(hook);
        return Number(row?.["value"] ?? 0);
      } catch {
        return 0;
      }
    };
    const send = () =>
      agent.ask({ text: "Write down the milk", conversation: "kitchen", key: "milk" });
    let child: ChildProcess | undefined;
    for (const hook of HOOKS) {
      child = await agent.start();
      // A message whose acceptance is unknown is sent again, as a platform does.
      const sent = send();
      await expect.poll(() => calls(hook), { timeout: 60_000, interval: 20 }).toBe(1);
      await kill(child);
      await sent;
    }
    child = await agent.start();
    await send();
    const replies = () =>
      agent.rows("select text from messages where direction = 'out' and text like '%answer of%'");
    await expect
      .poll(replies, { timeout: 60_000 })
      .toEqual([{ text: "The answer of the plugin." }]);
    const states = agent.rows("select state from inbox");
    expect(states).toEqual([{ state: "answered" }]);
    expect(agent.rows("select text from notes")).toEqual([{ text: "milk" }]);
    await kill(child);
    child = await agent.start();
    await send();
    expect(replies()).toHaveLength(1);
    // A request that was sent again has its context again.
    expect(HOOKS.map(calls)).toEqual([2, 3, 2, 2]);
    await kill(child);
  },
);
