import { mkdtemp } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Installation } from "./measure-help.ts";
import { median } from "./median.ts";
import { treeUsage } from "../process-stats.ts";
import { startAgent } from "./start-agent.ts";

const RUNS = 5;

/** So many of the runs go on until the agent has settled. */
const SETTLED_RUNS = 2;
const SETTLED_MS = 20_000;

export interface ReadyFigures {
  /** CPU seconds of all processes when the agent reports that it is ready. */
  readonly cpuSeconds: number;
  /** The same, 20 seconds later. */
  readonly settledCpuSeconds: number;
  /** Resident memory of all processes when it is ready. */
  readonly megabytes: number;
  readonly settledMegabytes: number;
}

/** Measures `reeve start`, each time in a new home unless one is given. */
export async function measureReady(
  installation: Installation,
  home?: string,
): Promise<ReadyFigures> {
  const cache = await mkdtemp(path.join(installation.folder, "cache-"));
  const start = () => startAgent(installation, { cache, home });
  {
    await using warm = await start();
    treeUsage(warm.pid);
  }
  const ready = [];
  const settled = [];
  for (let run = 0; run < RUNS; run++) {
    await using agent = await start();
    ready.push(treeUsage(agent.pid));
    if (run >= SETTLED_RUNS) continue;
    await sleep(SETTLED_MS);
    settled.push(treeUsage(agent.pid));
  }
  return {
    cpuSeconds: median(ready.map(({ seconds }) => seconds)),
    settledCpuSeconds: median(settled.map(({ seconds }) => seconds)),
    megabytes: median(ready.map(({ megabytes }) => megabytes)),
    settledMegabytes: median(settled.map(({ megabytes }) => megabytes)),
  };
}
