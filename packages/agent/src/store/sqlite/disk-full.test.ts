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
const namespaces = ["--user", "--map-root-user", "--mount"];
const canMount = spawnSync("unshare", [...namespaces, "true"]).status === 0;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reeve-full-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** What the program reports when `script` starts it as `"$@"`. */
async function fill(wrapper: readonly string[], script: string): Promise<FillReport> {
  const [command = "", ...args] = [...wrapper, "sh", "-c", script, folder];
  const { stdout } = await run(command, [...args, process.execPath, program, folder]);
  return JSON.parse(stdout);
}

test.skipIf(!canMount)(
  "a full disk is a clear refusal: nothing is half-written, and with room it goes on",
  async () => {
    const report = await fill(
      ["unshare", ...namespaces],
      'mount -t tmpfs -o size=1500k tmpfs "$0" && exec "$@"',
    );
    expect(report.pairs).toBeGreaterThan(0);
    expect(report).toEqual({
      refusal: { code: "exhausted", message: "The disk is full: nothing was stored." },
      pairs: report.pairs,
      notes: report.pairs * 2,
      afterwards: report.pairs * 2 + 2,
      damage: [],
    });
  },
);

test("a disk that refuses to write more, like one with a quota, is a fault; nothing is half-written", async () => {
  const report = await fill([], 'ulimit -f 2500 && exec "$@"');
  expect(report.pairs).toBeGreaterThan(0);
  expect(report).toEqual({
    refusal: {
      code: "unavailable",
      message: "The disk failed: nothing was stored (Error: disk I/O error).",
    },
    pairs: report.pairs,
    notes: report.pairs * 2,
    afterwards: "unavailable",
    damage: [],
  });
});
