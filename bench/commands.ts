import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openSqlite } from "../packages/agent/src/store/sqlite/open.ts";
import { fillAssistant } from "./commands/fill-assistant.ts";
import { openCommandBench } from "./commands/open-command-bench.ts";
import { report } from "./report.ts";
import { cpuMsSince, percentile } from "./turn/cpu.ts";

/**
 * Measures the cost of a command answered from many rows: message in over a push channel, answer in the same
 * commit, answer out of the outbox, all commits durable.
 */
const ROWS = 10_000;
const WARM_UP = 100;
const TIMES = 300;

const home = await mkdtemp(path.join(tmpdir(), "reeve-bench-"));
try {
  await using store = await openSqlite(path.join(home, "reeve.db"), { synchronous: "full" });
  await using bench = openCommandBench(store);
  await bench.ask("/tasks");
  await fillAssistant(store, ROWS);

  const costsOf = async (command: string): Promise<readonly number[]> => {
    for (let nth = 0; nth < WARM_UP; nth++) await bench.ask(command);
    const costs: number[] = [];
    for (let nth = 0; nth < TIMES; nth++) {
      const before = process.cpuUsage();
      await bench.ask(command);
      costs.push(cpuMsSince(before));
    }
    return costs;
  };
  const tasks = await costsOf("/tasks");
  const reminders = await costsOf("/reminders");
  report("commands", {
    tasks_cpu_ms_p50: percentile(tasks, 0.5),
    tasks_cpu_ms_p95: percentile(tasks, 0.95),
    reminders_cpu_ms_p50: percentile(reminders, 0.5),
    reminders_cpu_ms_p95: percentile(reminders, 0.95),
    answer_chars: bench.newest.length,
  });
} finally {
  await rm(home, { recursive: true });
}
