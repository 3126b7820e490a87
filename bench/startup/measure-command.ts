import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import path from "node:path";
import type { Installation } from "./measure-help.ts";
import { median } from "./median.ts";
import { endedChildrenSeconds } from "../process-stats.ts";
import { startAgent } from "./start-agent.ts";

/** Runs measured as one: the kernel counts in steps of ten milliseconds. */
const RUNS_PER_BATCH = 10;
const BATCHES = 5;

/** CPU seconds of `reeve notes` while an agent runs, with a warm compile cache; the agent's own not counted. */
export async function measureCommand(installation: Installation): Promise<number> {
  const cache = await mkdtemp(path.join(installation.folder, "cache-"));
  await using agent = await startAgent(installation, { cache });
  const command = async () => {
    const child = spawn(installation.reeve, ["notes"], { env: agent.env, stdio: "ignore" });
    const [code] = await once(child, "exit");
    if (code !== 0) throw new Error(`reeve notes exited with ${code}.`);
  };
  await command();
  const batches: number[] = [];
  for (let batch = 0; batch < BATCHES; batch++) {
    const before = endedChildrenSeconds();
    for (let run = 0; run < RUNS_PER_BATCH; run++) await command();
    batches.push((endedChildrenSeconds() - before) / RUNS_PER_BATCH);
  }
  return median(batches);
}
