import { posix } from "node:path";
import { SANDBOX_WORKSPACE } from "./types.ts";
import type { SystemLayout } from "./read-layout.ts";

/** File descriptors from which bubblewrap reads the filter of system calls, and the list of users. */
const FILTER_FD = 3;
const USERS_FD = 4;

/** The one user of a sandbox. */
export const USERS = "agent:x:1000:1000::/home/agent:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n";

export interface BubblewrapContext {
  /** The workspace on the machine, absolute. */
  readonly workspace: string;
  /** Entries at its top that are read-only, with their types. */
  readonly kept: readonly TopEntry[];
  /** Entries at its top that are hidden. */
  readonly hidden: readonly TopEntry[];
  /** Further folders and files of the machine, visible at the same path. */
  readonly folders?: readonly BoundFolder[] | undefined;
  readonly network: "none" | "shared";
  /** Whether the command sees the environment that bubblewrap is started with. Default: `hidden`. */
  readonly environment?: "hidden" | "visible" | undefined;
  /** Size of each temporary folder in bytes. */
  readonly temporaryBytes: number;
  readonly layout: SystemLayout;
}

export interface TopEntry {
  readonly name: string;
  readonly kind: "file" | "directory";
}

/** Folder or file of the machine that a sandbox shows at its own path. */
export interface BoundFolder {
  /** Absolute path. */
  readonly path: string;
  /** Whether commands may change it. Default: false. */
  readonly writable?: boolean | undefined;
}

/**
 * Returns the arguments that bubblewrap builds a sandbox from, up to the command that runs in it:
 * namespaces of its own for everything, no capabilities, an environment of four variables, a system that
 * can be read, and of the machine's other files only the workspace and the given folders.
 */
export function bubblewrapArguments({
  workspace,
  kept,
  hidden,
  folders = [],
  network,
  environment = "hidden",
  temporaryBytes,
  layout,
}: BubblewrapContext): readonly string[] {
  const temporary = (path: string) => ["--size", String(temporaryBytes), "--tmpfs", path];
  return [
    "--unshare-all",
    "--unshare-user",
    "--disable-userns",
    ...(network === "shared" ? ["--share-net"] : []),
    "--uid",
    "1000",
    "--gid",
    "1000",
    "--hostname",
    "sandbox",
    "--new-session",
    "--die-with-parent",
    "--cap-drop",
    "ALL",
    ...(environment === "hidden" ? ["--clearenv"] : []),
    ...Object.entries(ENVIRONMENT).flatMap(([name, value]) => ["--setenv", name, value]),
    ...layout.system.flatMap(({ path, target }) =>
      target === undefined ? ["--ro-bind", path, path] : ["--symlink", target, path],
    ),
    ...[...layout.settings, ...(network === "shared" ? layout.networkSettings : [])].flatMap(
      (path) => ["--ro-bind", path, path],
    ),
    "--perms",
    "0444",
    "--ro-bind-data",
    String(USERS_FD),
    "/etc/passwd",
    "--proc",
    "/proc",
    // If this process is root, the command has root's rights to files of /proc, whatever its user name.
    ...layout.kernelSettings.flatMap((path) => ["--ro-bind", path, path]),
    ...layout.kernelSecrets.flatMap((path) => ["--ro-bind", "/dev/null", path]),
    "--dev",
    "/dev",
    ...temporary("/dev/shm"),
    "--remount-ro",
    "/dev",
    ...temporary("/tmp"),
    ...temporary("/home/agent"),
    "--bind",
    workspace,
    SANDBOX_WORKSPACE,
    ...kept.flatMap(({ name }) => ["--ro-bind", posix.join(workspace, name), inside(name)]),
    ...hidden.flatMap(({ name, kind }) =>
      kind === "file"
        ? ["--ro-bind", "/dev/null", inside(name)]
        : [
            "--perms",
            "0555",
            "--size",
            "4096",
            "--tmpfs",
            inside(name),
            "--remount-ro",
            inside(name),
          ],
    ),
    // A folder comes before those inside it, which it would cover otherwise.
    ...folders
      .toSorted((one, other) => (one.path < other.path ? -1 : 1))
      .flatMap(({ path, writable }) => [writable ? "--bind" : "--ro-bind", path, path]),
    "--remount-ro",
    "/",
    "--chdir",
    SANDBOX_WORKSPACE,
    "--seccomp",
    String(FILTER_FD),
    "--",
  ];
}

function inside(name: string): string {
  return posix.join(SANDBOX_WORKSPACE, name);
}

const ENVIRONMENT = {
  PATH: "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin",
  HOME: "/home/agent",
  LANG: "C.UTF-8",
  TERM: "dumb",
} as const;
