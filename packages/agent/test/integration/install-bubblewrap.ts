import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Installs bubblewrap with apt-get where it is missing, which needs root. */
export async function installBubblewrap(): Promise<void> {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  if (folders.some((folder) => existsSync(path.join(folder, "bwrap")))) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-q"], { env });
  await run("apt-get", ["install", "-q", "-y", "--no-install-recommends", "bubblewrap"], { env });
}
