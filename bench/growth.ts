import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openSqlite } from "../packages/agent/src/store/sqlite/open.ts";
import { addStoredTurns } from "./growth/add-stored-turns.ts";
import { report } from "./report.ts";
import { openBench, type TurnBench } from "./turn/open-bench.ts";
import { yardstickMs } from "./yardstick.ts";

/**
 * Measures whether a turn costs the same among 50 and 500 chats, after 1,000 turns in one of them, and with
 * 150,000 turns stored. All of them are measured in rounds, one after the other, because a noisy machine slows
 * down neighboring measurements alike. `growth_max` is the largest cost as a multiple of that among 50 chats.
 */
const WARM_UP = 150;
const ROUNDS = 8;
const TURNS_PER_ROUND = 50;

const LONG_TURNS = 1000;
const STORED_TURNS = 150_000;

interface Case extends AsyncDisposable {
  readonly name: string;
  /** Runs a turn in a chat chosen by its number. */
  readonly turn: (at: number) => Promise<void>;
}

const yardstick = yardstickMs();
await using stack = new AsyncDisposableStack();
const cases: readonly Case[] = [
  await openCase("50_chats", { chats: 50 }),
  await openCase("1_chat", { chats: 1 }),
  await openCase("500_chats", { chats: 500, before: 500 }),
  await openCase("1000_turns", { chats: 1, before: LONG_TURNS }),
  await openCase("150000_stored", { chats: 50, stored: STORED_TURNS }),
];
for (const one of cases) stack.use(one);

const totals = new Map<string, number>(cases.map(({ name }) => [name, 0]));
let at = 0;
for (let round = 0; round < ROUNDS; round++) {
  for (const { name, turn } of cases) {
    const before = process.cpuUsage();
    for (let count = 0; count < TURNS_PER_ROUND; count++) await turn((at += 1));
    const { user, system } = process.cpuUsage(before);
    totals.set(name, (totals.get(name) ?? 0) + (user + system) / 1000);
  }
}

const means = new Map(
  [...totals].map(([name, ms]) => [`cpu_ms_${name}`, ms / (ROUNDS * TURNS_PER_ROUND)]),
);
const [base = 1] = means.values();
report("growth", {
  ...Object.fromEntries(means),
  growth_max: Math.max(...means.values()) / base,
  yardstick_ms: yardstick,
});

/** Opens an agent in a home of its own, in which `before` turns ran and `stored` turns lie. */
async function openCase(
  name: string,
  { chats, before = WARM_UP, stored = 0 }: { chats: number; before?: number; stored?: number },
): Promise<Case> {
  const home = await mkdtemp(path.join(tmpdir(), "reeve-growth-"));
  const file = path.join(home, "reeve.db");
  if (stored > 0) await fill(file, stored);
  const store = await openSqlite(file, { synchronous: "full" });
  const bench = openBench({ store, channel: "scripted" });
  const turn = (number: number) => ask(bench, number, chats);
  for (let number = 0; number < Math.max(before, chats); number++) await turn(number);
  return {
    name,
    turn,
    async [Symbol.asyncDispose]() {
      await bench[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
      await rm(home, { recursive: true });
    },
  };
}

function ask(bench: TurnBench, number: number, chats: number): Promise<void> {
  return bench.turn(`place-${number % chats}`, `What is a reeve? Look it up, please (${number}).`);
}

/** Runs one turn, and stores it many times over in chats of its own. */
async function fill(file: string, count: number): Promise<void> {
  {
    await using store = await openSqlite(file, { synchronous: "normal" });
    await using bench = openBench({ store, channel: "scripted" });
    await bench.turn("stored", "What is a reeve? Look it up, please.");
  }
  addStoredTurns(file, count);
}
