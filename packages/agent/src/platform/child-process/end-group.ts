import type { ChildProcess } from "node:child_process";

/** Kills every process in the group that the child leads; one that is empty already is fine. */
export function endGroup({ pid }: ChildProcess): Promise<void> {
  return new Promise<void>((resolve) => {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
    resolve();
  }).catch((error: unknown) => {
    if (!isGone(error)) throw error;
  });
}

/** Checks whether a group is gone. macOS reports EPERM for a group with only dead processes. */
function isGone(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "ESRCH" || error.code === "EPERM";
}
