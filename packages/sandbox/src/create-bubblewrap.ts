import { lstat, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type BoundFolder,
  bubblewrapArguments,
  type TopEntry,
  USERS,
} from "./bubblewrap-arguments.ts";
import { type CgroupHome, findCgroupHome, openCgroup } from "./cgroup.ts";
import { SandboxError } from "./error.ts";
import { launch } from "./launch.ts";
import { limitArguments } from "./limit-arguments.ts";
import { readLayout } from "./read-layout.ts";
import { absent, foreign } from "./refusals.ts";
import { encodeFilter, seccompFilter } from "./seccomp-filter.ts";
import { SYSCALLS } from "./syscalls.ts";
import type { Sandbox, SandboxCommand, SandboxConfig, SandboxResult } from "./types.ts";

export interface BubblewrapDeps {
  readonly config: SandboxConfig;
  /** The workspace's folder, absolute. */
  readonly workspace: string;
  /** Read-only entries at the top of the workspace; missing ones are created, empty. */
  readonly kept: readonly TopEntry[];
  /** Further folders or files of the machine, absolute, visible at the same path; read-only unless `writable`. */
  readonly folders?: readonly BoundFolder[];
  /** The environment of this process, of which the search path is passed on. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names of groups of processes: each time another. */
  readonly newId: () => string;
}

/**
 * Exit code of the launcher if it cannot join the groups. It joins the first `$1` files and then becomes
 * the rest.
 */
const CANNOT_JOIN = 97;
const JOIN = `n=$1; shift; while [ "$n" -gt 0 ]; do echo $$ > "$1" || exit ${CANNOT_JOIN}; shift; n=$((n-1)); done; exec "$@"`;

/**
 * Commands in a sandbox of bubblewrap, with limits: for each process by prlimit, and for all
 * together in a cgroup, where this process may make one. As root it has to be able to:
 * nothing else would count the processes of root.
 */
export function createBubblewrap(deps: BubblewrapDeps): Sandbox {
  const { config, workspace, kept, folders, env, newId } = deps;
  let found: Promise<CgroupHome | undefined> | undefined;
  const findHome = async () => {
    found ??= findCgroupHome(config.cgroup);
    const home = await found;
    if (!home && process.getuid?.() === 0) throw uncounted();
    return home;
  };

  const run = async (command: SandboxCommand): Promise<SandboxResult> => {
    const table = SYSCALLS[process.arch];
    if (process.platform !== "linux" || !table) throw foreign();
    const home = await findHome();
    await ensureKept(workspace, kept);
    const hidden = kept.filter(({ name }) => command.hidden?.includes(name));
    const limits = config.limits;
    const inside = [
      ...bubblewrapArguments({
        workspace,
        kept: kept.filter((entry) => !hidden.includes(entry)),
        hidden,
        folders,
        network: config.network ? "shared" : "none",
        temporaryBytes: limits.diskMb * MB,
        layout: await readLayout(),
      }),
      ...limitArguments(limits, home ? "together" : "each-process"),
      ...command.argv,
    ];
    await using group = home && (await openCgroup(home, newId(), limits));
    const joins = group?.joins ?? [];
    const result = await explained(
      launch({
        ...command,
        argv: ["/bin/sh", "-c", JOIN, "sh", String(joins.length), ...joins, "bwrap", ...inside],
        // The environment of the sandbox's first process can be read inside.
        env: { PATH: env["PATH"] ?? "/usr/bin:/bin" },
        cwd: "/",
        handed: [encodeFilter(seccompFilter(table)), USERS],
        timeoutMs: config.timeoutMs,
        disk: { path: workspace, bytes: limits.diskMb * MB },
      }),
    );
    refuseBroken(result);
    return result;
  };

  return {
    kind: "bubblewrap",
    run,
    async check(signal) {
      await run({ argv: ["true"], keep: { head: 1000, tail: 0 }, signal });
      const network = config.network ? "with the network" : "without network";
      const home = await findHome();
      const together = home
        ? `limits for all processes of a command together (cgroup v${home.version})`
        : "limits for each process alone";
      return `bubblewrap, ${network}, ${together}`;
    },
  };
}

const MB = 1_048_576;

/** Creates missing protected files, which a command could create otherwise. */
async function ensureKept(workspace: string, kept: readonly TopEntry[]): Promise<void> {
  for (const { name, kind } of kept) {
    const path = join(workspace, name);
    const stats = await lstat(path).catch(() => undefined);
    if (stats && (kind === "file" ? stats.isFile() : stats.isDirectory())) continue;
    if (stats)
      throw new SandboxError("blocked", `"${name}" in the workspace is a link, not a ${kind}.`, {
        hint: `Replace the link with the real ${kind}.`,
      });
    if (kind === "file") await writeFile(path, "", { flag: "wx", mode: 0o600 });
    else await mkdir(path, { mode: 0o700 });
  }
}

/** Throws if bubblewrap itself failed, so that the command never ran. */
function refuseBroken({ code, end, stderr }: SandboxResult): void {
  const text = stderr.text.trim();
  if (end !== "exit" || code === 0) return;
  if (code === 127 && /exec: .*bwrap/.test(text)) throw absent();
  const isBroken = code === CANNOT_JOIN ? text.startsWith("sh: ") : text.startsWith("bwrap: ");
  if (!isBroken) return;
  throw new SandboxError("broken", `The sandbox failed to start: ${text.slice(0, 300)}`, {
    hint: "The sandbox needs bubblewrap 0.8 or later, util-linux, and a system that allows user namespaces.",
  });
}

async function explained(work: Promise<SandboxResult>): Promise<SandboxResult> {
  return work.catch((error: unknown) => {
    throw error instanceof SandboxError && error.code === "no-program" ? absent() : error;
  });
}

function uncounted(): SandboxError {
  return new SandboxError(
    "root",
    "This process runs as root, so only a cgroup can limit commands, and it cannot create one.",
    { hint: "Run it as another user, or specify a writable cgroup v2 folder." },
  );
}
