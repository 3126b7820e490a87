import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Installation } from "./measure-help.ts";
import { childrenOf, treeUsage } from "../process-stats.ts";

/** Until an agent has settled after its start. */
const SETTLED_MS = 20_000;
const IDLE_MS = 60_000;
/** A quiet minute, after which the agent has put away what it needed for the message before. */
const QUIET_MS = 75_000;

const run = promisify(execFile);

/** Memory of an idle agent, and the CPU seconds that it uses in a minute. */
export interface IdleFigures {
  readonly megabytes: number;
  readonly cpuSeconds: number;
}

/** Figures of an agent in the background. */
export interface DetachedFigures extends IdleFigures {
  /** Memory after it answered a message and was left alone. */
  readonly usedMegabytes: number;
}

/** Measures an agent in the background before anybody writes, and after somebody did. */
export async function measureDetached(installation: Installation): Promise<DetachedFigures> {
  const { reeve } = installation;
  const env = await environmentOf(installation);
  const { stdout } = await run(reeve, ["start", "--detach"], { env });
  const pid = Number(/process (\d+)/.exec(stdout)?.[1]);
  try {
    const idle = await measureIdle([pid]);
    const chat = spawn(reeve, ["chat"], { env, stdio: ["pipe", "ignore", "inherit"] });
    chat.stdin.end("where did we speak of the tea tin?\n");
    const [code] = await once(chat, "exit");
    if (code !== 0) throw new Error(`reeve chat ended with ${code}.`);
    await sleep(QUIET_MS);
    return { ...idle, usedMegabytes: sum([pid]).megabytes };
  } finally {
    await run(reeve, ["stop"], { env });
  }
}

/** Measures all processes of `reeve start` in a terminal where nobody has written yet. */
export async function measureTerminal(installation: Installation): Promise<IdleFigures> {
  const env = await environmentOf(installation);
  const terminal = spawn("script", ["-qefc", `exec "${installation.reeve}" start`, "/dev/null"], {
    env: { ...env, TERM: "xterm", SHELL: "/bin/sh" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exit = once(terminal, "exit");
  let pids: readonly number[] = [];
  try {
    for await (const chunk of terminal.stdout) if (String(chunk).includes("›")) break;
    pids = childrenOf(terminal.pid ?? 0);
    return await measureIdle(pids);
  } finally {
    for (const pid of pids) process.kill(pid, "SIGTERM");
    await exit;
  }
}

async function measureIdle(pids: readonly number[]): Promise<IdleFigures> {
  await sleep(SETTLED_MS);
  const before = sum(pids);
  await sleep(IDLE_MS);
  const after = sum(pids);
  return { megabytes: after.megabytes, cpuSeconds: after.seconds - before.seconds };
}

function sum(pids: readonly number[]) {
  const usages = pids.map(treeUsage);
  return {
    seconds: usages.reduce((total, { seconds }) => total + seconds, 0),
    megabytes: usages.reduce((total, { megabytes }) => total + megabytes, 0),
  };
}

async function environmentOf({ searchPath, folder }: Installation) {
  return {
    PATH: searchPath,
    REEVE_HOME: await mkdtemp(path.join(folder, "home-")),
    NODE_COMPILE_CACHE: await mkdtemp(path.join(folder, "cache-")),
  };
}
