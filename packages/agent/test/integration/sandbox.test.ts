import { execFile, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import {
  chmod,
  chown,
  copyFile,
  glob,
  mkdir,
  mkdtemp,
  open,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { homedir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SandboxResult } from "../../src/integrations/sandbox.ts";
import { installBubblewrap } from "./install-bubblewrap.ts";
import { type Planted, type Probe, PROBES } from "./sandbox-probes.ts";
import type { SandboxedRun } from "./sandboxed-run.ts";

/** Small enough to be reached soon; the last ones have to leave room for Python. */
const LIMITS = {
  processes: 40,
  memoryMb: 200,
  cpuSeconds: 1,
  fileMb: 8,
  diskMb: 100,
  openFiles: 64,
};
const NOBODY = 65_534;
const SECRET = `reeve-probe-${process.pid}`;
const TIMEOUT_MS = 60_000;

const exec = promisify(execFile);

type User = "root" | "nobody";

let root: string;
let planted: Omit<Planted, "pid"> & { readonly pids: Readonly<Record<User, number>> };
const cleanUp = new AsyncDisposableStack();

beforeAll(async () => {
  await installBubblewrap();
  // Not below /tmp, which others own in part; everybody may enter it.
  root = await mkdtemp("/var/tmp/reeve-sandbox-");
  cleanUp.defer(() => rm(root, { recursive: true }));
  await chmod(root, 0o755);
  const outside = path.join(root, "outside");
  await mkdir(outside, { mode: 0o777 });
  await chmod(outside, 0o777);
  await writeFile(path.join(outside, "secret"), SECRET);

  const homeFile = path.join(homedir(), `.${SECRET}`);
  await writeFile(homeFile, SECRET);
  cleanUp.defer(() => rm(homeFile));

  // The process that is looked for, and the secret in its environment.
  const sleepers = { root: startSleeper(0), nobody: startSleeper(NOBODY) };
  const tcp = createServer((client) => client.on("error", () => {}).end("hello"));
  const tcpPort = await listen(tcp, 0);
  const abstract = createServer((client) => client.on("error", () => {}).end("hello"));
  await listen(abstract, `\0${SECRET}`);
  const udp = createSocket("udp4");
  udp.on("message", (_message, { port, address }) => udp.send("hello", port, address));
  udp.bind(0, "127.0.0.1");
  await once(udp, "listening");
  cleanUp.defer(() => void udp.close());

  planted = {
    workspace: "/workspace",
    outside,
    secret: SECRET,
    homeFile,
    tcpPort,
    udpPort: udp.address().port,
    socket: SECRET,
    pids: sleepers,
    device: await findDevice(),
  };
}, 300_000);

afterAll(() => cleanUp.disposeAsync());

async function listen(server: Server, at: number | string): Promise<number> {
  if (typeof at === "string") server.listen(at);
  else server.listen(at, "127.0.0.1");
  await once(server, "listening");
  cleanUp.defer(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

function startSleeper(uid: number): number {
  const env = { PATH: "/usr/bin:/bin", PLANTED: SECRET };
  const sleeper = spawn("sleep", ["3141592"], { env, uid, gid: uid });
  cleanUp.defer(() => void sleeper.kill("SIGKILL"));
  if (sleeper.pid === undefined) throw new Error("sleep did not start");
  return sleeper.pid;
}

/** Finds a device that root may open here and a sandbox does not show: a disk, if the machine allows it. */
async function findDevice(): Promise<string> {
  const table = await readFile("/proc/partitions", "utf8");
  const disks = table.split("\n").map((line) => `/dev/${line.trim().split(/\s+/)[3] ?? ""}`);
  for (const device of [...disks, "/dev/kmsg", "/dev/fuse", "/dev/loop-control", "/dev/net/tun"]) {
    const file = await open(device).catch(() => undefined);
    await file?.close();
    if (file && !(await stat(device)).isDirectory()) return device;
  }
  throw new Error("the machine has no device to look for");
}

/** Creates a workspace for a user, with a link that leads out and a program owned by another user. */
async function openWorkspace(user: User): Promise<string> {
  const workspace = await mkdtemp(path.join(root, "workspace-"));
  await symlink(planted.outside, path.join(workspace, "before"));
  const program = path.join(workspace, "as-somebody-else");
  await copyFile("/usr/bin/id", program);
  await chown(program, NOBODY, NOBODY);
  await chmod(program, 0o4755);
  const device = path.join(workspace, "device");
  await exec("mknod", [device, "c", "1", "5"]);
  await chmod(device, 0o666);
  if (user === "nobody") await chown(workspace, NOBODY, NOBODY);
  return workspace;
}

/** Runs in a separate process with a secret in its environment, as the agent may have. */
async function runAs(user: User, run: SandboxedRun): Promise<SandboxResult> {
  const program = path.join(import.meta.dirname, "sandboxed-run.ts");
  const id = user === "root" ? 0 : NOBODY;
  const { stdout } = await exec(process.execPath, [program, JSON.stringify(run)], {
    uid: id,
    gid: id,
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: "/", PLANTED: SECRET },
    cwd: "/",
  });
  return JSON.parse(stdout);
}

async function escapes(probe: Probe, user: User, sandbox: "bubblewrap" | "off"): Promise<boolean> {
  const workspace = await openWorkspace(user);
  const pid = planted.pids[user];
  const seen = { ...planted, pid, workspace: sandbox === "off" ? workspace : "/workspace" };
  const limits = sandbox === "off" ? {} : LIMITS;
  const config = { sandbox, limits, timeoutMs: TIMEOUT_MS } as const;
  const { stdout } = await runAs(user, { workspace, config, script: probe.script(seen) });
  await rm(workspace, { recursive: true });
  return stdout.text.includes("ESCAPED");
}

describe.each(["root", "nobody"] as const)("a sandbox of %s", (user) => {
  for (const probe of PROBES.filter(({ by }) => by === undefined || user === by)) {
    test(
      `no command ${probe.name}, and without the sandbox it does`,
      { timeout: 120_000 },
      async () => {
        expect({
          inside: await escapes(probe, user, "bubblewrap"),
          without: await escapes(probe, user, "off"),
        }).toEqual({ inside: false, without: true });
      },
    );
  }
});

/** Checks whether a process with this name as its first argument runs on the machine. */
async function findProcess(name: string): Promise<number | undefined> {
  for await (const file of glob("/proc/[0-9]*/cmdline")) {
    const line = await readFile(file, "utf8").catch(() => "");
    if (line.startsWith(`${name}\0`)) return Number(file.split("/")[2]);
  }
  return undefined;
}

describe.each(["root", "nobody"] as const)("what a command of %s starts", (user) => {
  test("dies with it, and without a sandbox it may live on", { timeout: 60_000 }, async () => {
    const workspace = await openWorkspace(user);
    const nameOf = (sandbox: string) => `left-${sandbox}-${user}-${process.pid}`;
    const leave = async (sandbox: "bubblewrap" | "off") => {
      const name = nameOf(sandbox);
      const script = `setsid bash -c 'exec -a ${name} sleep 3141593' > /dev/null 2>&1 &
        while ! grep -qsz '^${name}$' /proc/$!/cmdline; do :; done; exit 3`;
      const { code } = await runAs(user, { workspace, config: { sandbox }, script });
      return code;
    };

    expect([await leave("bubblewrap"), await leave("off")]).toEqual([3, 3]);

    await expect.poll(() => findProcess(nameOf("bubblewrap"))).toBe(undefined);
    const survivor = await findProcess(nameOf("off"));
    expect(survivor).toEqual(expect.any(Number));
    if (survivor !== undefined) process.kill(survivor, "SIGKILL");
    await rm(workspace, { recursive: true });
  });

  test("dies when its time is up, with what it said until then", { timeout: 60_000 }, async () => {
    const workspace = await openWorkspace(user);
    const name = `late-${user}-${process.pid}`;
    const script = `echo begun; setsid bash -c 'exec -a ${name} sleep 3141593' & sleep 3141593`;
    const run = { workspace, config: { timeoutMs: 5000 }, script };

    expect(await runAs(user, run)).toEqual({
      end: "time",
      stdout: { text: "begun\n", leftOut: 0 },
      stderr: { text: "", leftOut: 0 },
    });
    await expect.poll(() => findProcess(name)).toBe(undefined);
    await rm(workspace, { recursive: true });
  });
});
