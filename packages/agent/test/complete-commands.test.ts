import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { complete } from "../src/app/cli/complete.ts";

test.each([
  [["not"], ["notes"]],
  [
    ["notes", ""],
    ["add", "delete", "list", "search", "update"],
  ],
  [["notes", "d"], ["delete"]],
  [
    ["notes", "add", "buy", "--"],
    ["--json", "--tag", "--title"],
  ],
  [
    ["tasks", "list", "--status", ""],
    ["done", "todo"],
  ],
  [["tasks", "list", "--status", "t"], ["todo"]],
  [["approvals", "grants", ""], ["revoke"]],
  [["notes", "add", "x"], []],
  [["hooks", "c"], ["create"]],
  [["nothing", ""], []],
] as const)("%j is completed by %j", async (words, found) => {
  expect(await complete(words)).toEqual(found);
});

test("bash completes by the script", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "reeve-complete-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const reeve = path.join(folder, "reeve");
  const wrapper = path.join(import.meta.dirname, "../bin/reeve.js");
  await writeFile(reeve, `#!/bin/sh\nexec "${process.execPath}" "${wrapper}" "$@"\n`);
  await chmod(reeve, 0o755);
  const script = `source <(reeve completion bash)
    COMP_WORDS=(reeve tasks list --status "") COMP_CWORD=4
    _reeve
    printf '%s,' "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)("bash", ["-c", script], {
    env: { ...process.env, PATH: `${folder}:${process.env["PATH"]}` },
  });
  expect(stdout).toBe("done,todo,");
});
