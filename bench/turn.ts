import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { delayTurbofan } from "../packages/agent/src/platform/delay-turbofan.ts";
import { limitHeap } from "../packages/agent/src/platform/limit-heap.ts";
import { openSqlite } from "../packages/agent/src/store/sqlite/open.ts";
import { report } from "./report.ts";
import { cpuMsSince, percentile, watchStalls } from "./turn/cpu.ts";
import { drawFlames } from "./turn/draw-flames.ts";
import { measureFeed } from "./turn/measure-feed.ts";
import { measureStorage } from "./turn/measure-storage.ts";
import { openBench, SESSIONS } from "./turn/open-bench.ts";
import { recordProfile } from "./turn/record-profile.ts";
import { yardstickMs } from "./yardstick.ts";

/**
 * Measures the cost of a turn with one tool call, with a model that takes no time: message in over a push
 * channel, two steps, one call through the gate, reply out of the outbox, all commits durable. With `--feed
 * N` the same is measured again among N messages that are searched for each turn. With `--kept FOLDER` these
 * are created once and reused from there, because creating them is not part of a turn. With `--flames FILE`
 * only a flame graph of these turns is drawn.
 */
const WARM_UP = 100;
const TURNS = 500;
const CHATS = 10;
const ROUNDS = 10;

const { values } = parseArgs({
  options: {
    feed: { type: "string" },
    kept: { type: "string" },
    flames: { type: "string" },
    json: { type: "boolean" },
  },
});

// As when an agent starts (`run-reeve.ts`).
limitHeap();
delayTurbofan();

if (values.flames !== undefined) {
  await inHome(drawTurns(values.flames));
  process.exit();
}

const yardstick = yardstickMs();
const storage = await inHome(measureStorage);
const empty = await inHome(measureEmpty);
const feed =
  values.feed === undefined ? {} : await measureFeed(Number(values.feed), { kept: values.kept });
report("turn", { ...empty, ...feed, ...storage, yardstick_ms: yardstick });

async function inHome(
  measure: (home: string) => Promise<Readonly<Record<string, number>>>,
): Promise<Readonly<Record<string, number>>> {
  const home = await mkdtemp(path.join(tmpdir(), "reeve-bench-"));
  try {
    return await measure(home);
  } finally {
    await rm(home, { recursive: true });
  }
}

function drawTurns(file: string) {
  return async (home: string): Promise<Readonly<Record<string, number>>> => {
    await using store = await openSqlite(path.join(home, "reeve.db"), { synchronous: "full" });
    await using bench = openBench({ store, channel: "scripted" });
    const turns = async (count: number) => {
      for (let at = 0; at < count; at++)
        await bench.turn(`place-${at % CHATS}`, "What is a reeve? Look it up, please.");
    };
    await turns(WARM_UP);
    const root = path.resolve(import.meta.dirname, "..");
    const flames = await recordProfile(root, () => turns(TURNS));
    await writeFile(
      file,
      drawFlames(flames, "Where the CPU time of a turn with one tool call goes."),
    );
    return {};
  };
}

async function measureEmpty(home: string): Promise<Readonly<Record<string, number>>> {
  await using store = await openSqlite(path.join(home, "reeve.db"), { synchronous: "full" });
  await using bench = openBench({ store, channel: "scripted" });
  const ask = (at: number, externalId: string) =>
    bench.turn(externalId, `What is a reeve? Look it up, please (${at}).`);
  for (let at = 0; at < WARM_UP; at++) await ask(at, `warm-${at % CHATS}`);

  const costs: number[] = [];
  const commitsBefore = store.commits;
  const beforeAll = process.cpuUsage();
  for (let at = 0; at < TURNS; at++) {
    const before = process.cpuUsage();
    await ask(at, `place-${at % CHATS}`);
    costs.push(cpuMsSince(before));
  }
  const allMs = cpuMsSince(beforeAll);
  const commitsPerTurn = (store.commits - commitsBefore) / TURNS;

  const beforeCrowd = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round++) await bench.crowd(`r${round}`);
  const crowdMs = cpuMsSince(beforeCrowd);

  const stalls = watchStalls();
  await bench.crowd("watched");
  return {
    cpu_ms_p50: percentile(costs, 0.5),
    cpu_ms_p95: percentile(costs, 0.95),
    cpu_ms_mean: allMs / TURNS,
    turns_per_cpu_s: (SESSIONS * ROUNDS) / (crowdMs / 1000),
    stall_ms_max: stalls.end(),
    commits_per_turn: commitsPerTurn,
  };
}
