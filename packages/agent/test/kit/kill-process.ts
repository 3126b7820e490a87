import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Kills a process that must still be running, as a power cut would. */
export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) throw new Error(`the process ended by itself: ${child.exitCode}`);
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}
