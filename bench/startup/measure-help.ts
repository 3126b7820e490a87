import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile } from "node:fs/promises";
import path from "node:path";
import { median } from "./median.ts";
import { endedChildrenSeconds } from "../process-stats.ts";

/** Installation to measure, and a folder for temporary files. */
export interface Installation {
  readonly reeve: string;
  readonly searchPath: string;
  readonly folder: string;
}

/** Runs that are measured as one: the kernel counts in steps of ten milliseconds. */
const RUNS_PER_BATCH = 10;
const BATCHES = 5;

/** Processor time of one `reeve --help`, warm and cold, and the memory of its processes at their peaks. */
export async function measureHelp(installation: Installation): Promise<{
  readonly cpuSeconds: number;
  readonly coldCpuSeconds: number;
  /** Memory of the largest process, as reported by time(1). */
  readonly megabytes: number;
  /** Memory of all processes together. */
  readonly megabytesOfAll: number;
}> {
  const warm = await newCache(installation);
  await help(installation, { NODE_COMPILE_CACHE: warm });
  const warmBatches: number[] = [];
  const coldBatches: number[] = [];
  const largest: number[] = [];
  const sums: number[] = [];
  for (let batch = 0; batch < BATCHES; batch++) {
    warmBatches.push(await secondsOf(() => help(installation, { NODE_COMPILE_CACHE: warm })));
    coldBatches.push(
      await secondsOf(async () =>
        help(installation, { NODE_COMPILE_CACHE: await newCache(installation) }),
      ),
    );
    const peaks = await peakMegabytes(installation, warm);
    largest.push(Math.max(...peaks));
    sums.push(peaks.reduce((sum, peak) => sum + peak, 0));
  }
  return {
    cpuSeconds: median(warmBatches),
    coldCpuSeconds: median(coldBatches),
    megabytes: median(largest),
    megabytesOfAll: median(sums),
  };
}

async function secondsOf(run: () => Promise<void>): Promise<number> {
  const before = endedChildrenSeconds();
  for (let index = 0; index < RUNS_PER_BATCH; index++) await run();
  return (endedChildrenSeconds() - before) / RUNS_PER_BATCH;
}

async function peakMegabytes(
  installation: Installation,
  cache: string,
): Promise<readonly number[]> {
  const report = path.join(await newCache(installation), "peaks");
  // The peak that Node reports counts what the process was before it became this program.
  const script = `import { appendFileSync, readFileSync } from "node:fs";
    const peak = () => /VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1];
    process.on("exit", () => appendFileSync("${report}", peak() + "\\n"));`;
  await help(installation, {
    NODE_COMPILE_CACHE: cache,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
  });
  const lines = (await readFile(report, "utf8")).trim().split("\n");
  return lines.map((kilobytes) => Number(kilobytes) / 1000);
}

async function help(
  { reeve, searchPath }: Installation,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const child = spawn(reeve, ["--help"], { env: { PATH: searchPath, ...env }, stdio: "ignore" });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`reeve --help ended with ${code}.`);
}

function newCache({ folder }: Installation): Promise<string> {
  return mkdtemp(path.join(folder, "cache-"));
}
