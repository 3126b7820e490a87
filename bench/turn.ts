import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { defineTool } from "@reeve/sdk";
import { z } from "zod";
import { NO_FILES } from "../packages/agent/src/core/context/system-prompt.ts";
import { createCore } from "../packages/agent/src/core/core.ts";
import { newId } from "../packages/agent/src/kernel/ids.ts";
import { scriptedModel } from "../packages/agent/src/llm/testing/scripted-model.ts";
import { openSqlite } from "../packages/agent/src/store/sqlite/open.ts";
import { scriptedSurface } from "../packages/agent/src/surfaces/testing/scripted-surface.ts";
import { createToolbox } from "../packages/agent/src/tools/toolbox.ts";
import { report } from "./report.ts";

/**
 * What a turn with one tool call costs us, with a model that takes no time:
 * message in over a push surface, two thoughts, one call through the gate,
 * reply out of the outbox, all commits durable.
 */
const WARM_UP = 100;
const TURNS = 500;
const PLACES = 10;
const SESSIONS = 50;
const ROUNDS = 10;

const lookUp = defineTool({
  name: "bench_look_up",
  summary: "Looks something up.",
  effect: "read",
  scope: "always",
  access: "anyone",
  needs: [],
  params: z.object({ word: z.string().describe("What to look up.") }),
  run: async ({ word }) => ({ word, found: `everything about ${word}` }),
});

const model = scriptedModel(({ messages }) => {
  const asksForTool = messages.at(-1)?.role === "user";
  if (asksForTool) return { calls: [{ name: "bench_look_up", args: { word: "reeves" } }] };
  return { text: "A reeve was the steward who ran an estate for its owner. ".repeat(4) };
});

const home = await mkdtemp(path.join(tmpdir(), "reeve-bench-"));
const store = await openSqlite(path.join(home, "reeve.db"), { synchronous: "full" });
const silent = () => {};
const fail = (sentence: string, fields?: unknown) => {
  throw new Error(sentence, { cause: fields });
};
const log = { debug: silent, info: silent, warn: silent, error: fail, child: () => log };
const messenger = scriptedSurface();
const core = createCore({
  store,
  model,
  toolbox: createToolbox([lookUp], {}),
  log,
  clock: { now: Date.now },
  newId,
  sections: [],
  promptFiles: async () => NO_FILES,
  policy: {
    ownerName: "Ann",
    intake: {
      tenant: "home",
      roleOf: () => "owner",
      newPlace: { mode: "steer", maxSteps: 5 },
    },
    turns: { approvalMs: 86_400_000, timeZone: "UTC" },
    limits: { timeoutMs: 30_000, maxResultChars: 50_000 },
  },
});
const stop = new AbortController();
const serving = core.serve([messenger], stop.signal);

let expected = 0;
async function turn(chat: string): Promise<void> {
  expected += 1;
  const wanted = expected;
  await messenger.say(`What is a reeve? Look it up, please (${wanted}).`, {
    chat,
    id: `m${wanted}`,
  });
  await messenger.received(wanted);
}

/** All sessions write at once. */
async function crowd(id: string): Promise<void> {
  expected += SESSIONS;
  const wanted = expected;
  await Promise.all(
    Array.from({ length: SESSIONS }, (_, index) =>
      messenger.say("What is a reeve? Look it up, please.", { chat: `session-${index}`, id }),
    ),
  );
  await messenger.received(wanted);
}

for (let index = 0; index < WARM_UP; index++) await turn(`warm-${index % PLACES}`);

const costs: number[] = [];
const commitsBefore = store.commits;
for (let index = 0; index < TURNS; index++) {
  const before = process.cpuUsage();
  await turn(`place-${index % PLACES}`);
  costs.push(cpuMs(process.cpuUsage(before)));
}
const commitsPerTurn = (store.commits - commitsBefore) / TURNS;

const beforeCrowd = process.cpuUsage();
for (let round = 0; round < ROUNDS; round++) await crowd(`r${round}`);
const crowdMs = cpuMs(process.cpuUsage(beforeCrowd));

let longestStallMs = 0;
const endWatch = watchStalls((ms) => {
  longestStallMs = Math.max(longestStallMs, ms);
});
await crowd("watched");
endWatch();

stop.abort();
await serving;
await store[Symbol.asyncDispose]();
await rm(home, { recursive: true });

const sorted = costs.toSorted((one, other) => one - other);
report("turn", {
  cpu_ms_p50: percentile(sorted, 0.5),
  cpu_ms_p95: percentile(sorted, 0.95),
  turns_per_cpu_s: (SESSIONS * ROUNDS) / (crowdMs / 1000),
  stall_ms_max: longestStallMs,
  commits_per_turn: commitsPerTurn,
});

function cpuMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}

function percentile(values: readonly number[], share: number): number {
  return values[Math.min(values.length - 1, Math.ceil(values.length * share) - 1)] ?? 0;
}

/** Reports the CPU time between two ticks of the event loop; answers with how to stop. */
function watchStalls(tell: (ms: number) => void): () => void {
  let last = process.cpuUsage();
  let handle = setImmediate(tick);
  function tick() {
    tell(cpuMs(process.cpuUsage(last)));
    last = process.cpuUsage();
    handle = setImmediate(tick);
  }
  return () => clearImmediate(handle);
}
