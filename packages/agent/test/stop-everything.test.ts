import { sessions } from "@reeve/operations/work/sessions";
import { askAs } from "../src/operations/ask.ts";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Tool } from "@reeve/sdk";
import { expect, test } from "vitest";
import { toId } from "../src/kernel/ids.ts";
import type { ResponseCall } from "../src/llm/model.ts";
import { scriptedModel } from "../src/llm/testing/scripted-model.ts";
import { scriptedChannel } from "../src/channels/testing/scripted-channel.ts";
import { callerOf } from "./kit/caller-of.ts";
import { endStory } from "./kit/end-story.ts";
import { fakeTool } from "./kit/fake-tool.ts";
import { heldTool } from "./kit/blocked-tool.ts";
import { type RunningAgent, startAgent } from "./kit/start-agent.ts";

async function stop(agent: RunningAgent) {
  return askAs(agent.core.control, await callerOf(agent))(sessions.stop, {});
}

/** Returns the processes of a group that have not died. */
function alive(group: string): number {
  const table = execFileSync("ps", ["-A", "-o", "pgid=,stat="], { encoding: "utf8" });
  const rows = table.split("\n").map((line) => line.trim().split(/\s+/));
  return rows.filter(([pgid, state]) => pgid === group && !state?.startsWith("Z")).length;
}

test("with tools of every kind running, nothing starts after a stop and no child lives on", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-stop-"));
  const pipe = path.join(folder, "pipe");
  execFileSync("sh", ["-c", 'mkfifo "$0"', pipe]);
  const messenger = scriptedChannel();
  const started: string[] = [];
  const noting = (name: string, own: Partial<Tool> = {}) =>
    fakeTool(name, { run: async () => started.push(name), ...own });
  const read = heldTool("home_read");
  const nested = heldTool("home_find");
  const script = `trap '' TERM; (trap '' TERM; sleep 1000) & echo $$ > "${pipe}"; wait`;
  const shell = fakeTool("home_shell", {
    needs: ["processes"],
    run: (_params, { processes, signal }) => processes.run("sh", ["-c", script], { signal }),
  });
  const tools = [
    read.tool,
    nested.tool,
    shell,
    noting("home_write", { effect: "write" }),
    noting("home_key", { effect: "write", replay: "same-key" }),
    noting("home_look"),
  ];
  const calls: readonly ResponseCall[] = [
    { name: "home_read", args: {} },
    { name: "tool_call", args: { name: "home_find", arguments: {} } },
    { name: "home_shell", args: {} },
    { name: "home_write", args: {} },
    { name: "tool_call", args: { name: "home_key", arguments: {} } },
    { name: "home_look", args: {} },
  ];
  const model = scriptedModel([{ calls }, { calls }]);
  await using agent = await startAgent({ model, channels: [messenger], tools });

  await messenger.say("everything");
  const signals = [await read.begun, await nested.begun];
  const group = (await readFile(pipe, "utf8")).trim();
  const before = alive(group);
  await stop(agent);
  const soFar = [...started];
  await messenger.received(1);
  await expect.poll(() => alive(group)).toBe(0);
  read.letGo();
  nested.letGo();

  expect(before).toBeGreaterThanOrEqual(2);
  expect({ soFar, started, aborted: signals.map(({ aborted }) => aborted) }).toEqual({
    soFar: [],
    started: [],
    aborted: [true, true],
  });
  const [row] = await agent.store.read.inbox.find("m1");
  const steps = await agent.store.read.turns.steps(toId(String(row?.turn)));
  expect(
    steps.flatMap((step) => step.calls.map(({ tool, result }) => [tool, result?.type])),
  ).toEqual(tools.map(({ name }) => [name, "aborted"]));
  expect(await endStory(agent, model)).toEqual(["everything: withdrawn (stopped)"]);
  await rm(folder, { recursive: true });
});

test("a call that a commit has started does not run once the stop is committed", async () => {
  const messenger = scriptedChannel();
  const started: string[] = [];
  const looks = ["home_one", "home_two", "home_three"].map((name) =>
    fakeTool(name, { effect: "write", run: async () => started.push(name) }),
  );
  const calls = looks.map(({ name }) => ({ name, args: {} }));
  const model = scriptedModel([{ calls }]);
  await using agent = await startAgent({ model, channels: [messenger], tools: looks });
  // As another process stops it: in the commit right behind the one that starts the call.
  const { store } = agent;
  const [raised, done] = raiseAfter(store);

  await messenger.say("go");
  await messenger.received(1);

  await done;
  expect({ started, raised: raised() }).toEqual({ started: [], raised: 1 });
  expect(await endStory(agent, model)).toEqual(["go: withdrawn (stopped)"]);
});

/** Raises the fence of every chat as soon as a call is started, before anything else happens. */
function raiseAfter(store: RunningAgent["store"]) {
  let times = 0;
  const done = Promise.withResolvers<void>();
  const commit: typeof store.commit = store.commit.bind(store);
  Object.assign(store, {
    commit: async (...args: Parameters<typeof commit>) => {
      const result = await commit(...args);
      if (args[0] !== "settle-think" || times > 0) return result;
      times += 1;
      await commit("stop", async (tx) => {
        for (const { id } of await tx.chats.list()) {
          await tx.turns.cancelRunning(id, "stopped");
          await tx.chats.raiseFence(id);
        }
      });
      done.resolve();
      return result;
    },
  });
  return [() => times, done.promise] as const;
}
