import { access, constants, mkdir, readdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { SandboxError } from "./error.ts";
import type { SandboxLimits } from "./types.ts";

/** Folders in which groups can be created, and the values to write into the groups. */
export interface CgroupHome {
  readonly version: 1 | 2;
  readonly folders: readonly string[];
}

/** A group of processes that share limits; disposing of it removes it once it is empty. */
export interface Cgroup extends AsyncDisposable {
  /** A process belongs to it that writes its id into all of these. */
  readonly joins: readonly string[];
}

const MOUNT = "/sys/fs/cgroup";
const PREFIX = "command-sandbox-";

/**
 * Finds folders in which this process may create groups with limits: in `configured`, else in its current
 * group. Undefined if there are none; a configured folder that cannot be used is `no-cgroup`.
 */
export async function findCgroupHome(
  configured: string | undefined,
): Promise<CgroupHome | undefined> {
  if (configured !== undefined) {
    const home = { version: 2, folders: [configured] } as const;
    if (await isUsable(home)) return home;
    throw new SandboxError("no-cgroup", `Cannot create cgroups in ${configured}.`, {
      hint: "Specify a writable cgroup v2 folder whose cgroup.subtree_control lists memory and pids.",
    });
  }
  for (const home of homesIn(await read("/proc/self/cgroup")))
    if (await isUsable(home)) {
      await removeEmpty(home);
      return home;
    }
  return undefined;
}

/** Returns the groups that a process is in, as the kernel lists them: cgroup v2, and v1 for memory and pids. */
export function homesIn(listing: string): readonly CgroupHome[] {
  const lines = listing.split("\n").map((line) => line.split(":"));
  const unified = lines.find(([id, controllers]) => id === "0" && controllers === "");
  const ofController = (name: string) => {
    const line = lines.find(([, controllers = ""]) => controllers.split(",").includes(name));
    return line && folderOf(line[1] ?? "", line);
  };
  const pids = ofController("pids");
  const memory = ofController("memory");
  return [
    ...(unified ? [{ version: 2, folders: [folderOf("", unified)] } as const] : []),
    ...(pids && memory ? [{ version: 1, folders: [pids, memory] } as const] : []),
  ];
}

/** Paths may hold colons themselves. */
function folderOf(controllers: string, [, , ...path]: readonly string[]): string {
  return join(MOUNT, controllers, path.join(":")).replace(/\/$/, "");
}

/** Makes a group with limits; `name` is used by no other. */
export async function openCgroup(
  { version, folders }: CgroupHome,
  name: string,
  limits: SandboxLimits,
): Promise<Cgroup> {
  const groups = folders.map((folder) => join(folder, PREFIX + name));
  for (const group of groups) await mkdir(group);
  for (const [file, value] of filesFor(version, limits))
    for (const group of groups)
      // In cgroup v1, each folder has only its own controller's files; a machine may lack those for swap.
      if (await exists(join(group, file))) await writeFile(join(group, file), value);
  return {
    joins: groups.map((group) => join(group, "cgroup.procs")),
    async [Symbol.asyncDispose]() {
      for (const group of groups) await removeGroup(group);
    },
  };
}

function filesFor(version: 1 | 2, { memoryMb, processes }: SandboxLimits) {
  const bytes = String(memoryMb * 1_048_576);
  // Those that keep the sandbox itself count, too.
  const pids: readonly [string, string] = ["pids.max", String(processes + 4)];
  if (version === 1)
    return [
      pids,
      ["memory.limit_in_bytes", bytes],
      ["memory.memsw.limit_in_bytes", bytes],
    ] as const;
  return [
    pids,
    ["memory.max", bytes],
    ["memory.swap.max", "0"],
    ["memory.oom.group", "1"],
  ] as const;
}

/** Checks by trying, because a container may override the permissions of the files. */
async function isUsable(home: CgroupHome): Promise<boolean> {
  for (const folder of home.folders) {
    const needed = home.version === 1 ? "cgroup.procs" : "cgroup.subtree_control";
    const text = await read(join(folder, needed));
    const controllers = new Set(text.trim().split(/\s+/));
    if (home.version === 2 && !(controllers.has("memory") && controllers.has("pids"))) return false;
    const trial = join(folder, `${PREFIX}trial-${process.pid}`);
    const made = await mkdir(trial).then(
      () => true,
      () => false,
    );
    if (!made) return false;
    const canJoin = await access(join(trial, "cgroup.procs"), constants.W_OK).then(
      () => true,
      () => false,
    );
    await rmdir(trial);
    if (!canJoin) return false;
  }
  return true;
}

/** Removes groups that killed processes left behind; a group that still has processes stays. */
async function removeEmpty({ folders }: CgroupHome): Promise<void> {
  for (const folder of folders)
    for (const name of await readdir(folder))
      if (name.startsWith(PREFIX)) await rmdir(join(folder, name)).catch(() => {});
}

const TRIES = 50;
const PAUSE_MS = 10;

/** The kernel takes a moment to bury the last process. */
async function removeGroup(group: string): Promise<void> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const isGone = await rmdir(group).then(
      () => true,
      () => false,
    );
    if (isGone) return;
    await setTimeout(PAUSE_MS);
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

async function read(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => "");
}
