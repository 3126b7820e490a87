import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { access, mkdir, mkdtemp, open, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { z } from "zod";

const run = promisify(execFile);

/** Generated from the documentation of the Bot API, and by others than grammY, which the bot uses. */
const SCHEMA = "aiogram==3.31.0";

const verdict = z.object({
  count: z.number(),
  refused: z.array(
    z.object({ method: z.string(), problems: z.array(z.string()), params: z.unknown() }),
  ),
});

/** Checks requests, one JSON object a line of the file, against the documentation of the Bot API. */
export async function checkBotRequests(file: string): Promise<z.output<typeof verdict>> {
  const python = path.join(await installSchema(), "bin", "python");
  await using requests = await open(file);
  const script = path.join(import.meta.dirname, "check-bot-requests.py");
  const { stdout } = spawn(python, [script], { stdio: [requests.fd, "pipe", "inherit"] });
  if (!stdout) throw new Error("the script has no output");
  return verdict.parse(JSON.parse(await text(stdout)));
}

/** Installs the schema once a machine: it is in the system's temporary folder under its version. */
async function installSchema(): Promise<string> {
  const parent = path.join(tmpdir(), "reeve-bot-api-schema");
  const folder = path.join(parent, SCHEMA);
  const isThere = await access(path.join(folder, "installed")).then(
    () => true,
    () => false,
  );
  if (isThere) return folder;
  await mkdir(parent, { recursive: true });
  // Its programs name the folder, so it is made where it stays.
  const old = path.join(parent, randomUUID());
  await rename(folder, old).catch(() => undefined);
  await rm(old, { recursive: true, force: true });
  await run("python3", ["-m", "venv", folder]);
  await run(path.join(folder, "bin", "pip"), ["install", "--quiet", SCHEMA]);
  await writeFile(path.join(folder, "installed"), "");
  return folder;
}

/** Has all suites record the requests of bots, and checks them at the end. */
export async function setup(project: TestProject) {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-bot-requests-"));
  const file = path.join(folder, "requests.jsonl");
  await writeFile(file, "");
  project.provide("botRequests", file);
  return async () => {
    const { count, refused } = await checkBotRequests(file);
    await rm(folder, { recursive: true });
    process.stdout.write(`${count} requests to the Bot API checked\n`);
    if (refused.length === 0) return;
    const lines = refused.slice(0, 20).map((one) => JSON.stringify(one));
    throw new Error(
      `The documentation of the Bot API refuses ${refused.length} of ${count} requests:\n${lines.join("\n")}`,
    );
  };
}
