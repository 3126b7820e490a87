import { createHash, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { type BoundFolder, bubblewrapArguments, USERS } from "./bubblewrap-arguments.ts";
import { limitArguments } from "./limit-arguments.ts";
import { readLayout } from "./read-layout.ts";
import { absent, foreign } from "./refusals.ts";
import { encodeFilter, seccompFilter } from "./seccomp-filter.ts";
import { SYSCALLS } from "./syscalls.ts";
import type { SandboxLimits } from "./types.ts";

export interface WrapOptions {
  /** The program and its arguments, so that no shell reads them. */
  readonly argv: readonly [string, ...string[]];
  /** Variables that the program gets beside those of every sandbox; they win over these. */
  readonly env?: Readonly<Record<string, string>>;
  /** Folder that it sees as /workspace and may write; absolute. */
  readonly workspace: string;
  /** Further folders or files of the machine, absolute, visible at the same path; read-only unless `writable`. */
  readonly folders?: readonly BoundFolder[];
  /** Whether it reaches the network, including this machine's own ports. */
  readonly network: boolean;
  /** Limits of each of its processes. CPU time and the workspace's disk are not limited. */
  readonly limits: SandboxLimits;
  /** Folder for two small files that the launcher opens; created if missing, private. Hide it from the program. */
  readonly scratch: string;
}

/** Command to spawn with three pipes, and its environment. */
export interface WrappedCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Whatever else the caller adds, such as its own HOME, does not reach the program. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Prefix of the variables that carry the program's through the launcher and bubblewrap. Those run outside
 * of the sandbox and must not obey the program's variables, such as LD_PRELOAD.
 */
const CARRIER = "COMMAND_SANDBOX_";

/** Opens the files `$1` and `$2` for bubblewrap, removes all variables but the carriers, and becomes the rest. */
const LAUNCHER = `exec 3<"$1" 4<"$2" || exit; shift 2; set -f
command unset $(export -p | while IFS= read -r line; do
  case $line in "export "*) ;; *) continue ;; esac
  name=\${line#export }; name=\${name%%=*}
  case $name in ${CARRIER}[0-9]* | "" | [0-9]* | *[!A-Za-z0-9_]*) ;; *) echo "$name" ;; esac
done)
exec "$@"`;

/**
 * Returns the command with which a program runs in a sandbox for as long as its caller wants. When the
 * command or the process that spawned it ends, the program is killed with everything that it started.
 * Throws a `SandboxError`: `unsupported` or `no-bubblewrap`.
 *
 * There is no cgroup: memory is limited for each process alone, and the number of processes counts all
 * of the user's. If the user is root, the kernel does not limit the number of processes.
 */
export async function wrapCommand({
  argv,
  env = {},
  workspace,
  folders,
  network,
  limits,
  scratch,
}: WrapOptions): Promise<WrappedCommand> {
  const table = SYSCALLS[process.arch];
  if (process.platform !== "linux" || !table) throw foreign();
  const variables = Object.entries(env);
  for (const [name] of variables) assertName(name);

  const program = await findBubblewrap();
  const [filter, users] = await Promise.all([
    ensureFile(scratch, "filter", encodeFilter(seccompFilter(table))),
    ensureFile(scratch, "users", Buffer.from(USERS)),
  ]);
  const inside = [
    ...bubblewrapArguments({
      workspace,
      kept: [],
      hidden: [],
      folders,
      network: network ? "shared" : "none",
      environment: "visible",
      temporaryBytes: limits.diskMb * 1_048_576,
      layout: await readLayout(),
    }),
    ...limitArguments({ ...limits, cpuSeconds: undefined }, "each-process"),
    "sh",
    "-c",
    unpack(variables.map(([name]) => name)),
    "sh",
    ...argv,
  ];
  return {
    command: "/bin/sh",
    args: ["-c", LAUNCHER, "sh", filter, users, program, ...inside],
    env: Object.fromEntries(variables.map(([, value], index) => [`${CARRIER}${index}`, value])),
  };
}

/** Returns the script that gives the program its variables, inside the sandbox, and becomes it. */
function unpack(names: readonly string[]): string {
  const lines = names.map((name, index) => {
    const carrier = `${CARRIER}${index}`;
    return `export ${name}="$${carrier}"; unset ${carrier}`;
  });
  return [...lines, 'exec "$@"'].join("\n");
}

function assertName(name: string): void {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return;
  throw new TypeError(`"${name}" cannot be the name of a variable.`);
}

async function findBubblewrap(): Promise<string> {
  const folders = (process.env["PATH"] ?? "/usr/bin:/bin").split(delimiter);
  for (const folder of folders.filter((one) => isAbsolute(one))) {
    const file = join(folder, "bwrap");
    const isProgram = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isProgram) return file;
  }
  throw absent();
}

/** Returns the path of a private file with this content, which it writes in one step if missing or damaged. */
async function ensureFile(folder: string, kind: string, content: Buffer): Promise<string> {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 16);
  const file = join(resolve(folder), `${kind}-${hash}`);
  const found = await readFile(file).catch(() => undefined);
  if (found?.equals(content)) return file;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, content, { flag: "wx", mode: 0o600, flush: true });
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  return file;
}
