import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Installation } from "./measure-help.ts";
import { median } from "./median.ts";
import { treeUsage } from "./process-stats.ts";

const RUNS = 5;
const PATIENCE_MS = 30_000;

/** What `reeve start` has used, and holds, when it says that it is ready; all its processes. */
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

async function startOnce({ reeve, searchPath, folder }: Installation, cache: string) {
  const home = await mkdtemp(path.join(folder, "home-"));
  const child = spawn(reeve, ["start"], {
    env: { PATH: searchPath, REEVE_HOME: home, NODE_COMPILE_CACHE: cache },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  const ready = once(lines, "line", { signal: AbortSignal.timeout(PATIENCE_MS) });
  const [first] = await Promise.race([ready, exit]);
  if (!String(first).startsWith("ready")) {
    child.kill("SIGKILL");
    throw new Error(`reeve start did not get ready; it said or ended with: ${String(first)}`);
  }
  const usage = treeUsage(child.pid ?? 0);
  child.kill("SIGTERM");
  await exit;
  return usage;
}
