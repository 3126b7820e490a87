import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { FillReport } from "./testing/fill-disk.ts";

const run = promisify(execFile);
const program = fileURLToPath(new URL("./testing/fill-disk.ts", import.meta.url));
/** Runs a command in a mount namespace of its own. */
const MOUNTING = "unshare --user --map-root-user --mount";
const canMount = spawnSync("sh", ["-c", `${MOUNTING} true`]).status === 0;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-full-"));
});
afterEach(() => rm(folder, { recursive: true }));

/**
 * Runs a shell script that starts the program as `"$@"`, with its folder as `"$0"`, and returns the program's
 * report.
 */
async function fill(script: string): Promise<FillReport> {
  const { stdout } = await run("sh", ["-c", script, folder, process.execPath, program, folder]);
  return JSON.parse(stdout);
}

test.skipIf(!canMount)(
  "a full disk is a clear refusal: nothing is half-written, and with room it goes on",
  async () => {
    const inside = 'mount -t tmpfs -o size=4m tmpfs "$0" && exec "$@"';
    const report = await fill(`exec ${MOUNTING} sh -c '${inside}' "$0" "$@"`);
    expect(report.pairs).toBeGreaterThan(0);
    expect(report).toEqual({
      refusal: { code: "exhausted", message: "The disk is full. Nothing was stored." },
      pairs: report.pairs,
      notes: report.pairs * 2,
      afterwards: report.pairs * 2 + 2,
      damage: [],
    });
  },
);

test("a disk that refuses to write more, like one with a quota, is a fault; nothing is half-written", async () => {
  const report = await fill('ulimit -f 8000 && exec "$@"');
  expect(report.pairs).toBeGreaterThan(0);
  expect(report).toEqual({
    refusal: {
      code: "unavailable",
      message: "Disk error. Nothing was stored (Error: disk I/O error).",
    },
    pairs: report.pairs,
    notes: report.pairs * 2,
    afterwards: "unavailable",
    damage: [],
  });
});
