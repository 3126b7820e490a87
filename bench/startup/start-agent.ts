import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Installation } from "./measure-help.ts";

const READY_TIMEOUT_MS = 30_000;

/** An agent that is ready. */
export interface RunningAgent extends AsyncDisposable {
  readonly pid: number;
  readonly env: Readonly<Record<string, string>>;
}

export interface StartOptions {
  /** Folder of the compile cache. */
  readonly cache: string;
  /** Home of the agent; a new one by default. */
  readonly home?: string | undefined;
}

/** Starts an agent, with a compile cache, and resolves when it is ready. Disposing of it stops it. */
export async function startAgent(
  { reeve, searchPath, folder }: Installation,
  { cache, home }: StartOptions,
): Promise<RunningAgent> {
  const root = home ?? (await mkdtemp(path.join(folder, "home-")));
  const env = { PATH: searchPath, REEVE_HOME: root, NODE_COMPILE_CACHE: cache };
  const child = spawn(reeve, ["start"], { env, stdio: ["ignore", "pipe", "inherit"] });
  const exit = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  const ready = once(lines, "line", { signal: AbortSignal.timeout(READY_TIMEOUT_MS) });
  const [first] = await Promise.race([ready, exit]);
  if (!String(first).startsWith("ready")) {
    child.kill("SIGKILL");
    throw new Error(`reeve start did not get ready; it printed or ended with: ${String(first)}`);
  }
  return {
    pid: child.pid ?? 0,
    env,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await exit;
    },
  };
}
