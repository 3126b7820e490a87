import { mkdtemp } from "node:fs/promises";
import path from "node:path";
import type { Installation } from "./measure-help.ts";
import { median } from "./median.ts";
import { treeUsage } from "./process-stats.ts";
import { startAgent } from "./start-agent.ts";

const RUNS = 5;

/** CPU seconds and resident memory of all processes of `reeve start` when it reports that it is ready. */
export async function measureReady(installation: Installation): Promise<{
  readonly cpuSeconds: number;
  readonly megabytes: number;
}> {
  const cache = await mkdtemp(path.join(installation.folder, "cache-"));
  await startOnce(installation, cache);
  const usages = [];
  for (let run = 0; run < RUNS; run++) usages.push(await startOnce(installation, cache));
  return {
    cpuSeconds: median(usages.map(({ seconds }) => seconds)),
    megabytes: median(usages.map(({ megabytes }) => megabytes)),
  };
}

async function startOnce(installation: Installation, cache: string) {
  await using agent = await startAgent(installation, cache);
  return treeUsage(agent.pid);
}
