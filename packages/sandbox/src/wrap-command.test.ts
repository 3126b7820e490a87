import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, test, vi } from "vitest";
import { USERS } from "./bubblewrap-arguments.ts";
import { encodeFilter, seccompFilter } from "./seccomp-filter.ts";
import { SYSCALLS } from "./syscalls.ts";
import { wrapCommand, type WrapOptions } from "./wrap-command.ts";

const exec = promisify(execFile);
const testOnLinux = test.runIf(process.platform === "linux");

const limits = {
  processes: 128,
  memoryMb: 1024,
  cpuSeconds: 60,
  fileMb: 256,
  diskMb: 1024,
  openFiles: 512,
};

afterEach(() => void vi.unstubAllEnvs());

/** Opens a folder with a program that stands in for bubblewrap, in the only folder of programs. */
async function openMachine(bubblewrap = "#!/bin/sh\n") {
  const root = await mkdtemp(join(tmpdir(), "wrap-command-"));
  await writeFile(join(root, "bwrap"), bubblewrap, { mode: 0o755 });
  vi.stubEnv("PATH", `.:/nowhere:${root}`);
  const scratch = join(root, "scratch", "files");
  const wrap = (change: Partial<WrapOptions> = {}) =>
    wrapCommand({
      argv: ["server", "--name", "$(x)"],
      workspace: "/srv/work",
      network: false,
      limits,
      scratch,
      ...change,
    });
  const remove = () => rm(root, { recursive: true });
  return { root, scratch, wrap, [Symbol.asyncDispose]: remove };
}

testOnLinux("the launcher becomes bubblewrap, which starts the program under limits", async () => {
  await using machine = await openMachine();
  const { command, args, env } = await machine.wrap();

  expect(command).toBe("/bin/sh");
  expect(env).toEqual({});
  expect(args.slice(0, 6)).toEqual([
    "-c",
    expect.stringContaining('exec 3<"$1" 4<"$2"'),
    "sh",
    expect.stringMatching(/\/scratch\/files\/filter-[0-9a-f]{16}$/),
    expect.stringMatching(/\/scratch\/files\/users-[0-9a-f]{16}$/),
    join(machine.root, "bwrap"),
  ]);
  const line = args.join(" ");
  expect(line).toContain(" --bind /srv/work /workspace --remount-ro / ");
  expect(line).toContain(" --die-with-parent ");
  expect(line).toContain(" -- prlimit --nproc=128 --fsize=268435456 ");
  expect(line).not.toMatch(/--cpu|--share-net/);
  expect(args.slice(-7)).toEqual(["sh", "-c", 'exec "$@"', "sh", "server", "--name", "$(x)"]);
});

testOnLinux("folders and the network are there if wanted", async () => {
  await using machine = await openMachine();
  const folders = [{ path: "/srv/docs" }, { path: "/srv/out", writable: true }];
  const { args } = await machine.wrap({ folders, network: true });

  const line = args.join(" ");
  expect(line).toContain(" --ro-bind /srv/docs /srv/docs --bind /srv/out /srv/out --remount-ro / ");
  expect(line).toContain(" --share-net ");
});

testOnLinux(
  "values of variables are not on the command line, and not under their names",
  async () => {
    await using machine = await openMachine();
    const { args, env } = await machine.wrap({ env: { TOKEN: "s3cret", LD_PRELOAD: "/x.so" } });

    expect(env).toEqual({ COMMAND_SANDBOX_0: "s3cret", COMMAND_SANDBOX_1: "/x.so" });
    expect(args.join(" ")).not.toMatch(/s3cret|x\.so/);
    expect(args.at(-5)).toBe(
      'export TOKEN="$COMMAND_SANDBOX_0"; unset COMMAND_SANDBOX_0\nexport LD_PRELOAD="$COMMAND_SANDBOX_1"; unset COMMAND_SANDBOX_1\nexec "$@"',
    );
  },
);

test("a name that a shell would not take is refused", async () => {
  await using machine = await openMachine();
  for (const name of ["A=1; id #", "a-b", "1A", ""]) {
    await expect(machine.wrap({ env: { [name]: "x" } })).rejects.toThrow();
  }
});

testOnLinux("bubblewrap gets the files, and no other variable of the caller", async () => {
  const report = '#!/bin/sh\n/usr/bin/env -u PWD -u _ -u SHLVL /bin/sh -c "export -p; cat <&4"\n';
  await using machine = await openMachine(report);
  const tricky = 'a "b" $c\nexport OTHER=1\nexport -f x\n*';
  const { command, args, env } = await machine.wrap({ env: { TOKEN: tricky, EMPTY: "" } });

  const caller = { HOME: "/root", PATH: "/usr/bin:/bin", line: "x", name: "y", LINES: "p\nq" };
  const { stdout } = await exec(command, args, { env: { ...caller, ...env } });

  const carried = stdout.replace(USERS, "").replace(/^export (?:PWD|OLDPWD|_|SHLVL)\b.*\n/gm, "");
  expect(stdout).toContain(USERS);
  expect(carried.match(/^export \w+=/gm)).toEqual([
    "export COMMAND_SANDBOX_0=",
    "export OTHER=",
    "export COMMAND_SANDBOX_1=",
  ]);
});

testOnLinux("the files are private, written once, and repaired", async () => {
  await using machine = await openMachine();
  const { scratch, wrap } = machine;
  const [{ args }] = await Promise.all([wrap(), wrap()]);
  const [filter = "", users = ""] = args.slice(3, 5);
  const before = await stat(filter);

  expect(before.mode & 0o777).toBe(0o600);
  expect((await stat(scratch)).mode & 0o777).toBe(0o700);
  const table = SYSCALLS[process.arch];
  expect(table && encodeFilter(seccompFilter(table))).toEqual(await readFile(filter));

  await writeFile(users, "evil");
  await wrap();
  expect(await readFile(users, "utf8")).toBe(USERS);
  expect((await stat(filter)).ino).toBe(before.ino);
  expect(await readdir(scratch)).toHaveLength(2);
});

testOnLinux("without bubblewrap there is no command", async () => {
  await using machine = await openMachine();
  vi.stubEnv("PATH", `relative:${machine.scratch}`);
  await expect(machine.wrap()).rejects.toMatchObject({
    code: "no-bubblewrap",
    hint: "Install it (apt-get install bubblewrap).",
  });
});

test("other systems have no sandbox", async () => {
  await using machine = await openMachine();
  const platform = Object.getOwnPropertyDescriptor(process, "platform") ?? {};
  Object.defineProperty(process, "platform", { ...platform, value: "darwin" });
  try {
    await expect(machine.wrap()).rejects.toMatchObject({ code: "unsupported" });
  } finally {
    Object.defineProperty(process, "platform", platform);
  }
});
