import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openSandbox, type SandboxDeps } from "../../tools/open-shell.ts";

export interface SandboxFinding {
  readonly state: "ok" | "warning";
  readonly message: string;
}

const MS = 10_000;

/** Says what keeps commands away from the machine, and tries it on an empty folder. Rejects where nothing could run. */
export async function checkSandbox({
  signal,
  ...deps
}: Pick<SandboxDeps, "config" | "env" | "newId"> & {
  readonly signal: AbortSignal;
}): Promise<SandboxFinding> {
  if (!deps.config.enabled)
    return { state: "ok", message: "shell commands are off (exec.enabled is false)" };
  const workspace = await mkdtemp(path.join(tmpdir(), "reeve-doctor-"));
  try {
    const sandbox = openSandbox({ ...deps, workspace, readOnly: [] });
    const message = await sandbox.check(AbortSignal.any([signal, AbortSignal.timeout(MS)]));
    return { state: sandbox.kind === "off" ? "warning" : "ok", message };
  } finally {
    await rm(workspace, { recursive: true });
  }
}
