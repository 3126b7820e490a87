import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { packWorkspace } from "../scripts/pack/pack-workspace.ts";
import { runProgram } from "../scripts/pack/run-program.ts";
import { report } from "./report.ts";
import { fillHome } from "./startup/fill-home.ts";
import { folderMegabytes } from "./startup/folder-megabytes.ts";
import { measureCommand } from "./startup/measure-command.ts";
import { measureHelp } from "./startup/measure-help.ts";
import { measureDetached, measureTerminal } from "./startup/measure-idle.ts";
import { measureReady } from "./startup/measure-ready.ts";
import { searchPaths } from "./startup/search-paths.ts";
import { yardstickMs } from "./yardstick.ts";

/**
 * Measures a production install: the packed packages in their own folder. CPU seconds count all processes
 * of a run. `help_*` is the cost with only the host's Node on the PATH, `help_*_direct` the cost on the
 * Node that Reeve runs on. `ready_*` is what has been used when a new agent is ready, `settled_*` twenty
 * seconds later, and `*_kept` the same in a home that holds messages already. `command_cpu_s` is
 * `reeve notes` while an agent runs, through the same wrapper. `idle_*` is an agent to which nobody writes, `idle_rss_mb_used` one a minute after a message.
 * With `--json` the last line is one JSON object.
 */
const KEPT_MESSAGES = 100_000;

const root = path.resolve(import.meta.dirname, "..");
const folder = await mkdtemp(path.join(tmpdir(), "reeve-startup-"));

try {
  // The agent is built with all packages that it uses, and comes last.
  const agent = (await packWorkspace(root, folder)).slice(-1);
  await runProgram("npm", ["init", "--yes"], { cwd: folder });
  await runProgram("npm", ["install", "--omit=dev", "--no-audit", "--no-fund", ...agent], {
    cwd: folder,
  });

  const reeve = path.join(folder, "node_modules", ".bin", "reeve");
  const { host, direct } = searchPaths();
  const installation = { reeve, searchPath: host, folder };
  const help = await measureHelp(installation);
  const helpDirect = await measureHelp({ ...installation, searchPath: direct });
  const ready = await measureReady(installation);
  const kept = await measureReady(installation, await fillHome(folder, KEPT_MESSAGES));
  const detached = await measureDetached(installation);
  const terminal = await measureTerminal(installation);
  report("startup", {
    help_cpu_s: help.cpuSeconds,
    help_cpu_s_cold: help.coldCpuSeconds,
    help_rss_mb: help.megabytes,
    help_rss_mb_of_all: help.megabytesOfAll,
    help_cpu_s_direct: helpDirect.cpuSeconds,
    help_cpu_s_cold_direct: helpDirect.coldCpuSeconds,
    help_rss_mb_direct: helpDirect.megabytes,
    ready_cpu_s: ready.cpuSeconds,
    ready_rss_mb: ready.megabytes,
    settled_cpu_s: ready.settledCpuSeconds,
    settled_rss_mb: ready.settledMegabytes,
    ready_cpu_s_kept: kept.cpuSeconds,
    ready_rss_mb_kept: kept.megabytes,
    settled_cpu_s_kept: kept.settledCpuSeconds,
    settled_rss_mb_kept: kept.settledMegabytes,
    command_cpu_s: await measureCommand(installation),
    idle_rss_mb: detached.megabytes,
    idle_cpu_s: detached.cpuSeconds,
    idle_rss_mb_used: detached.usedMegabytes,
    idle_rss_mb_terminal: terminal.megabytes,
    idle_cpu_s_terminal: terminal.cpuSeconds,
    node_modules_mb: await folderMegabytes(path.join(folder, "node_modules")),
    yardstick_ms: yardstickMs(),
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}
