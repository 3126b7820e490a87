import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { openSandbox } from "../../src/app/tools/open-shell.ts";
import { execConfig } from "../../src/integrations/sandbox.ts";
import { createShell } from "../../src/integrations/sandbox/create-shell.ts";
import { installBubblewrap } from "./install-bubblewrap.ts";

beforeAll(() => installBubblewrap(), 300_000);

const { signal } = new AbortController();

async function openShell({
  hidden = [],
  env = process.env,
}: { hidden?: readonly string[]; env?: NodeJS.ProcessEnv } = {}) {
  const workspace = await mkdtemp("/var/tmp/reeve-workspace-");
  await mkdir(path.join(workspace, "memory"));
  await mkdir(path.join(workspace, "souls"));
  await writeFile(path.join(workspace, "SOUL.md"), "kind");
  await writeFile(path.join(workspace, "souls", "clerk.md"), "exact");
  await writeFile(path.join(workspace, "memory", "2026-02-20.md"), "a secret");
  const sandbox = openSandbox({
    config: execConfig.parse({ enabled: true }),
    workspace,
    readOnly: ["souls/clerk.md"],
    env,
    newId: randomUUID,
  });
  return {
    workspace,
    sandbox,
    shell: createShell(sandbox, { outputChars: 2000, hidden }),
    [Symbol.asyncDispose]: () => rm(workspace, { recursive: true }),
  };
}

test("a command works in the workspace, and is told what it came to", async () => {
  await using opened = await openShell();
  const { shell, workspace } = opened;
  const script =
    "pwd; whoami; echo made > made.txt; mkdir sub; mv made.txt sub; cat; echo no >&2; exit 7";

  expect(await shell.run(script, { signal })).toEqual({
    exitCode: 7,
    stdout: "/workspace\nagent\n",
    stderr: "no\n",
  });
  expect(await readFile(path.join(workspace, "sub", "made.txt"), "utf8")).toBe("made\n");
});

test("no command changes what only the owner changes, nor creates, moves or removes it", async () => {
  await using opened = await openShell();
  const { shell, workspace } = opened;
  const attempts = [
    "echo evil > SOUL.md",
    "echo evil >> MEMORY.md",
    "echo evil > STRATEGY.md",
    "rm -f SOUL.md",
    "mv SOUL.md other.md",
    "echo evil > other.md; mv -f other.md SOUL.md",
    "ln -sf other.md SECURITY.md",
    "echo evil > memory/2026-02-20.md",
    "echo evil > memory/2026-02-21.md",
    "mv memory elsewhere",
    "mkdir knowledge/x",
    "mv souls elsewhere",
    "echo evil > souls/clerk.md",
    "mount --bind other.md SOUL.md",
    "umount SOUL.md",
  ];
  for (const attempt of attempts) {
    const { exitCode } = await shell.run(attempt, { signal });
    expect({ attempt, failed: exitCode !== 0 }).toEqual({ attempt, failed: true });
  }

  const kept = ["SOUL.md", "souls/clerk.md", "memory/2026-02-20.md", "MEMORY.md", "SECURITY.md"];
  const texts = kept.map((file) => readFile(path.join(workspace, file), "utf8"));
  expect(await Promise.all(texts)).toEqual(["kind", "exact", "a secret", "", ""]);
});

test("what is hidden is neither read nor listed, and the rest is", async () => {
  await using opened = await openShell({ hidden: ["memory", "MEMORY.md"] });
  const { shell, workspace } = opened;
  await writeFile(path.join(workspace, "MEMORY.md"), "a secret");
  await writeFile(path.join(workspace, "open.txt"), "open");

  expect(
    await shell.run("cat MEMORY.md open.txt; ls memory; cat memory/*", { signal }),
  ).toMatchObject({
    stdout: "open",
  });
  expect(await shell.run("grep -r secret /workspace", { signal })).toMatchObject({ stdout: "" });
  await using plain = await openShell();
  expect(await plain.shell.run("grep -rh secret /workspace", { signal })).toMatchObject({
    stdout: "a secret\n",
  });
});

test("files are read, written and listed as commands see them", async () => {
  await using opened = await openShell();
  const { shell, workspace } = opened;
  const text = "a 'quoted' $(line)\n".repeat(100_000);
  await shell.writeFile("/workspace/-new file.txt", text, { signal });

  expect(await readFile(path.join(workspace, "-new file.txt"), "utf8")).toBe(text);
  expect(await shell.readFile("/workspace/-new file.txt", { maxChars: 9, signal })).toEqual({
    text: `a 'quoted\n[… ${text.length - 9} characters omitted …]`,
    leftOut: text.length - 9,
  });
  const entries = await shell.listDirectory("/workspace/souls", { signal });
  expect(entries).toEqual([
    {
      name: "clerk.md",
      kind: "file",
      bytes: 5,
      modifiedAt: expect.any(Number),
      mode: expect.stringMatching(/^06\d\d$/),
    },
  ]);
  const wrong = { code: "invalid" };
  await expect(shell.readFile("/workspace/none", { maxChars: 9, signal })).rejects.toMatchObject(
    wrong,
  );
  await expect(shell.listDirectory("/workspace/SOUL.md", { signal })).rejects.toMatchObject(wrong);
  await expect(shell.writeFile("/usr/bin/x", "x", { signal })).rejects.toMatchObject(wrong);
  await expect(shell.writeFile("/workspace/SOUL.md", "x", { signal })).rejects.toMatchObject(wrong);
});

test("of long output the beginning and the end are kept", async () => {
  await using opened = await openShell();
  const { stdout } = await opened.shell.run("seq 100000", { signal });
  expect(stdout.startsWith("1\n2\n3\n")).toBe(true);
  expect(stdout.endsWith("99999\n100000\n")).toBe(true);
  expect(stdout).toContain("\n[… 586895 characters omitted …]\n");
  expect(stdout.length).toBeLessThan(2100);
});

test("a command that is stopped is gone", async () => {
  await using opened = await openShell();
  const { shell, workspace } = opened;
  const stop = new AbortController();
  const running = shell.run("touch begun; sleep 3141594", { signal: stop.signal });
  const ended = expect(running).rejects.toMatchObject({ code: "aborted" });
  await vi.waitUntil(async () => (await readdir(workspace)).includes("begun"), { timeout: 10_000 });

  stop.abort();

  await ended;
});

test("where there is no bubblewrap nothing runs, and the fault says what to do", async () => {
  await using opened = await openShell({ env: { PATH: "/nowhere" } });
  const { shell, workspace, sandbox } = opened;
  const refused = {
    code: "unavailable",
    message: "Commands need a sandbox, but bubblewrap is not installed.",
    hint: "Install it (apt-get install bubblewrap), or ask the owner to set exec.sandbox to off.",
  };
  await expect(shell.run("touch /workspace/ran", { signal })).rejects.toMatchObject(refused);
  await expect(sandbox.check(signal)).rejects.toMatchObject(refused);
  expect(await readdir(workspace)).not.toContain("ran");
});

test("what the sandbox keeps is told", async () => {
  await using opened = await openShell();
  expect(await opened.sandbox.check(signal)).toMatch(
    /^bubblewrap, without network, limits for (?:all processes of a command together \(cgroup v\d\)|each process alone)$/,
  );
});
