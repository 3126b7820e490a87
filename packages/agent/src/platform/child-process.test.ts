import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { createProcesses } from "./child-process.ts";

const processes = createProcesses();
const { signal } = new AbortController();
const node = process.execPath;

/** Returns the processes of a group that have not died, as their ids. */
function alive(group: string): readonly string[] {
  const table = execFileSync("ps", ["-A", "-o", "pgid=,pid=,stat="], { encoding: "utf8" });
  const rows = table.split("\n").map((line) => line.trim().split(/\s+/));
  return rows
    .filter(([pgid, , state]) => pgid === group && !state?.startsWith("Z"))
    .map(([, pid = ""]) => pid);
}

test("runs a command and returns what it wrote and how it ended", async () => {
  const script = "process.stdin.pipe(process.stdout); console.error('oops'); process.exitCode = 3";
  expect(await processes.run(node, ["-e", script], { signal, input: "héllo" })).toEqual({
    code: 3,
    stdout: "héllo",
    stderr: "oops\n",
  });
});

test("gives the command nothing of the environment but PATH, HOME and LANG", async () => {
  const env = { PATH: process.env["PATH"], HOME: "/h", LANG: "C", API_KEY: "secret" };
  const { stdout } = await createProcesses({ env }).run("env", [], { signal });
  expect(stdout.trim().split("\n").toSorted()).toEqual(
    [`PATH=${env.PATH}`, "HOME=/h", "LANG=C"].toSorted(),
  );
});

test("keeps the first megabyte of a stream and says how much is missing", async () => {
  const script = "process.stdout.write('é'.repeat(600_000)); process.stderr.write('x')";
  const { stdout, stderr } = await processes.run(node, ["-e", script], { signal });
  expect(stdout).toBe(`${"é".repeat(524_288)}\n[151424 more bytes omitted]`);
  expect(stderr).toBe("x");
});

test("does not mind a command that leaves its input unread", async () => {
  const { code } = await processes.run("true", [], { signal, input: "x".repeat(1_000_000) });
  expect(code).toBe(0);
});

test("reports a command that does not exist", async () => {
  await expect(processes.run("reeve-no-such-command", [], { signal })).rejects.toMatchObject({
    code: "missing",
  });
});

test("starts nothing once the call is aborted", async () => {
  await expect(processes.run("true", [], { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: "aborted",
  });
});

/** A shell and its child, both deaf to polite signals; the shell writes its group first. */
const stubborn = `trap '' TERM HUP INT; echo $$; (trap '' TERM HUP INT; sleep 1000) & `;

test("kills the whole group when the call is aborted", async () => {
  const stop = new AbortController();
  const running = processes.run("sh", ["-c", `${stubborn} wait`], { signal: stop.signal });
  const ended = expect(running).rejects.toMatchObject({ code: "aborted" });
  const group = await vi.waitUntil(() => findChildGroup());
  await expect.poll(() => alive(group).length).toBeGreaterThanOrEqual(2);

  stop.abort();

  await ended;
  await expect.poll(() => alive(group)).toHaveLength(0);
  expect(alive(group)).toEqual([]);
});

test("kills what a command leaves running when it ends", async () => {
  const { stdout, code } = await processes.run("sh", ["-c", `${stubborn} exit 0`], { signal });
  const group = stdout.trim();
  await expect.poll(() => alive(group)).toHaveLength(0);
  expect({ code, alive: alive(group) }).toEqual({ code: 0, alive: [] });
});

test("comes back from an abort although a process that left the group holds the pipe", async () => {
  const folder = await mkdtemp(join(tmpdir(), "reeve-process-"));
  const note = join(folder, "pid");
  const stop = new AbortController();
  const script = `
    const options = { detached: true, stdio: "inherit" };
    const { pid } = require("node:child_process").spawn("sleep", ["1000"], options);
    require("node:fs").writeFileSync("${note}", String(pid) + ".");
  `;
  const running = processes.run(node, ["-e", script], { signal: stop.signal });
  const ended = expect(running).rejects.toMatchObject({ code: "aborted" });
  const pid = await vi.waitUntil(async () => {
    const text = await readFile(note, "utf8").catch(() => "");
    return text.endsWith(".") && Number(text.slice(0, -1));
  });

  stop.abort();

  await ended;
  process.kill(pid, "SIGKILL");
  await rm(folder, { recursive: true });
});

test("a folder for files of a command is its owner's alone, and goes when it is disposed of", async () => {
  const root = await mkdtemp(join(tmpdir(), "reeve-scratch-"));
  const scratch = join(root, "tmp");
  const own = createProcesses({ scratch });
  {
    await using folder = await own.openFolder();
    await using other = await own.openFolder();
    expect(folder.path).not.toBe(other.path);
    expect(dirname(folder.path)).toBe(scratch);
    const modes = await Promise.all([scratch, folder.path].map((one) => stat(one)));
    expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o700]);
    await writeFile(join(folder.path, "voice.ogg"), "said");
  }
  expect(await readdir(scratch)).toEqual([]);
  await rm(root, { recursive: true });
});

/** Returns the group of the one child of this process that is a shell. */
function findChildGroup(): string | undefined {
  const table = execFileSync("ps", ["-A", "-o", "ppid=,pgid=,comm="], { encoding: "utf8" });
  const rows = table.split("\n").map((line) => line.trim().split(/\s+/));
  return rows.find(([ppid, , name]) => ppid === String(process.pid) && name === "sh")?.[1];
}
