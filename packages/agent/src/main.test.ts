import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const reeve = fileURLToPath(new URL("main.ts", import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-main-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function runNode(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const options = { env: { REEVE_HOME: folder, HOME: folder, ...env } };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, options, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

test("explains itself without an environment, and leaves no trace", async () => {
  const { code, out, err } = await runNode([reeve, "--help"], { REEVE_HOME: "" });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(/^Reeve, your personal agent\.\n/);
  expect(await readdir(folder)).toEqual([]);
});

test("loads nothing heavy to explain itself", async () => {
  const spy = path.join(folder, "spy.mjs");
  await writeFile(
    spy,
    `import module from "node:module";
     module.registerHooks({ load: (url, context, next) => { process.stderr.write(url + "\\n"); return next(url, context); } });`,
  );
  const { err } = await runNode(["--import", spy, reeve, "--help"]);
  const loaded = err.trim().split("\n");
  expect(loaded.filter((url) => url.endsWith("/src/app/cli/help.ts"))).toHaveLength(1);
  expect(loaded.filter((url) => /\/(zod|kysely|pino|yaml)\//.test(url))).toEqual([]);
});

test("a fault becomes a sentence, a hint and an exit code", async () => {
  expect(await runNode([reeve, "chta"])).toEqual({
    code: 2,
    out: "",
    err: 'reeve: Unknown command: chta\nDid you mean "reeve chat"?\n',
  });
  expect(await runNode([reeve, "config", "get", "agent.maxStep"])).toEqual({
    code: 1,
    out: "",
    err: "reeve: Unknown setting: agent.maxStep\nDid you mean agent.maxSteps?\n",
  });
});

test("an option that does not exist is refused, without a stack", async () => {
  const { code, err } = await runNode([reeve, "config", "list", "--jsno"]);
  expect(code).toBe(2);
  expect(err).toMatch(/^reeve: Unknown option '--jsno'.*\nSee "reeve --help"\.\n$/s);
});

test("settings on the command line reach the command", async () => {
  const args = ["config", "get", "agent.maxSteps", "--set", "agent.maxSteps=9"];
  expect(await runNode([reeve, ...args])).toEqual({ code: 0, out: "9\n", err: "" });
});
