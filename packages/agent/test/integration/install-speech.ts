import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Programs, and the packages that they come with. */
const PACKAGES = { "espeak-ng": "espeak-ng", ffmpeg: "ffmpeg", ffprobe: "ffmpeg" } as const;

/** Installs espeak-ng, which speaks, and ffmpeg, which knows what plays, where they are missing; that needs root. */
export async function installSpeech(): Promise<void> {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  const isThere = (program: string) =>
    folders.some((folder) => existsSync(path.join(folder, program)));
  const missing = Object.entries(PACKAGES).flatMap(([program, name]) =>
    isThere(program) ? [] : [name],
  );
  if (missing.length === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const maxBuffer = 64 * 1024 * 1024;
  await run("apt-get", ["update", "-q"], { env });
  const install = ["install", "-q", "-y", "--no-install-recommends", ...new Set(missing)];
  await run("apt-get", install, { env, maxBuffer });
}
