import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { run } from "./config.ts";

let home: string;
let file: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "reeve-config-command-"));
  file = path.join(home, "config.yaml");
});
afterEach(() => rm(home, { recursive: true, force: true }));

async function config(args: readonly string[], input = "", env: Record<string, string> = {}) {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const code = await run(args, {
    signal: new AbortController().signal,
    env: { REEVE_HOME: home, ...env },
    stdin: new PassThrough().end(input),
    stdout,
    stderr,
  });
  return { code, out: String(stdout.read() ?? ""), err: String(stderr.read() ?? "") };
}

test("sets a value, reads it back and takes it out again", async () => {
  expect(await config(["set", "agent.maxSteps", "7"])).toEqual({
    code: 0,
    out: "agent.maxSteps is set. A running agent applies it when it restarts.\n",
    err: "",
  });
  expect(await readFile(file, "utf8")).toBe("agent:\n  maxSteps: 7\n");
  expect(await config(["get", "agent.maxSteps"])).toMatchObject({ out: "7\n" });
  expect(await config(["unset", "agent.maxSteps"])).toMatchObject({
    out: "agent.maxSteps is no longer set.\n",
  });
  expect(await config(["get", "agent.maxSteps"])).toMatchObject({ out: "5\n" });
  expect(await config(["unset", "agent.maxSteps"])).toMatchObject({
    out: "agent.maxSteps was not set.\n",
  });
});

test("reads a value from a pipe when none is on the command line", async () => {
  await config(["set", "agent.ownerName"], "Ann Lee\n");
  expect(await config(["get", "agent.ownerName"])).toMatchObject({ out: "Ann Lee\n" });
});

test("lists each setting with its value and where that comes from", async () => {
  await writeFile(file, "agent:\n  mode: queue\n");
  const { out } = await config(["list"], "", { REEVE_LOG_LEVEL: "warn", TZ: "UTC" });
  const lines = out.split("\n").map((line) => line.split(/ {2,}/));
  expect(lines).toContainEqual(["agent.maxSteps", "5", "default"]);
  expect(lines).toContainEqual(["agent.mode", "queue", `${file}:2`]);
  expect(lines).toContainEqual(["log.level", "warn", "REEVE_LOG_LEVEL"]);
});

test("lists as JSON with defaults and descriptions", async () => {
  await writeFile(file, "agent:\n  maxSteps: 9\n");
  const { out } = await config(["list", "--json"]);
  expect(JSON.parse(out)).toContainEqual({
    path: "agent.maxSteps",
    value: 9,
    default: 5,
    source: `${file}:2`,
    description:
      "The maximum number of steps in a turn. A step is one model call and its tool calls.",
  });
});

test("warns about unknown keys beside the answer, not in it", async () => {
  await writeFile(file, "agent:\n  maxStep: 9\n");
  expect(await config(["get", "agent.maxSteps"])).toEqual({
    code: 0,
    out: "5\n",
    err: `Unknown setting agent.maxStep in ${file}:2. Did you mean agent.maxSteps?\n`,
  });
});

test("names its file and its schema", async () => {
  expect(await config(["path"])).toMatchObject({ out: `${file}\n` });
  const { out } = await config(["schema"]);
  expect(JSON.parse(out)).toMatchObject({ properties: { agent: { type: "object" } } });
});

test.each([
  [["frobnicate"], "invalid", "Use one of: list, get, set, unset, path, schema."],
  [["get"], "invalid", "Example: reeve config get agent.maxSteps"],
  [["get", "agent.maxStep"], "missing", "Did you mean agent.maxSteps?"],
  [["set", "agent.maxStep", "1"], "missing", "Did you mean agent.maxSteps?"],
  [
    ["set", "agent.ownerName"],
    "invalid",
    "To remove the setting: reeve config unset agent.ownerName",
  ],
])("refuses %j with a hint", async (args, code, hint) => {
  await expect(config(args)).rejects.toMatchObject({ code, hint });
});
