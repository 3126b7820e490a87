import { lstat, readlink } from "node:fs/promises";

/** Layout of the machine: files that a sandbox shows, and kernel files that it hides. */
export interface SystemLayout {
  /** Folders of programs; with a target they are links. */
  readonly system: readonly { readonly path: string; readonly target?: string }[];
  /** Settings that programs need and that hold no secrets. */
  readonly settings: readonly string[];
  /** The same for the network. */
  readonly networkSettings: readonly string[];
  /** Files of the kernel that root may change, even without capabilities. */
  readonly kernelSettings: readonly string[];
  /** Files of the kernel with details of the machine. */
  readonly kernelSecrets: readonly string[];
}

const SYSTEM = [
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/nix/store",
  "/gnu/store",
] as const;

const SETTINGS = [
  "/etc/alternatives",
  "/etc/ca-certificates",
  "/etc/ca-certificates.conf",
  "/etc/ld.so.cache",
  "/etc/ld.so.conf",
  "/etc/ld.so.conf.d",
  "/etc/localtime",
  "/etc/mime.types",
  "/etc/nsswitch.conf",
  "/etc/os-release",
  "/etc/pki/tls/certs",
  "/etc/ssl/certs",
  "/etc/ssl/openssl.cnf",
] as const;

const NETWORK_SETTINGS = [
  "/etc/gai.conf",
  "/etc/hosts",
  "/etc/protocols",
  "/etc/resolv.conf",
  "/etc/services",
] as const;

const KERNEL_SETTINGS = [
  "/proc/sys",
  "/proc/sysrq-trigger",
  "/proc/fs",
  "/proc/irq",
  "/proc/bus",
  "/proc/acpi",
  "/proc/scsi",
] as const;

const KERNEL_SECRETS = [
  "/proc/config.gz",
  "/proc/kallsyms",
  "/proc/kcore",
  "/proc/key-users",
  "/proc/keys",
  "/proc/kmsg",
  "/proc/sched_debug",
  "/proc/timer_list",
  "/proc/vmallocinfo",
] as const;

/** Looks at what is there on this machine. */
export async function readLayout(): Promise<SystemLayout> {
  const system = await Promise.all(
    SYSTEM.map(async (path) => {
      const stats = await statsOf(path);
      if (!stats) return [];
      return stats.isSymbolicLink() ? [{ path, target: await readlink(path) }] : [{ path }];
    }),
  );
  return {
    system: system.flat(),
    settings: await existing(SETTINGS),
    networkSettings: await existing(NETWORK_SETTINGS),
    kernelSettings: await existing(KERNEL_SETTINGS),
    kernelSecrets: await existing(KERNEL_SECRETS),
  };
}

async function existing(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(paths.map(async (path) => ((await statsOf(path)) ? [path] : [])));
  return found.flat();
}

function statsOf(path: string) {
  return lstat(path).catch(() => undefined);
}
