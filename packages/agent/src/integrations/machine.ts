import type { CommandResult } from "./shell.ts";

/** Package managers that the installer runs. */
export type PackageManager = "apt" | "pip" | "npm" | "docker";

/** Installs packages on the host; absent unless the owner allows it. */
export interface Installer {
  /**
   * Takes names only; rejects with `invalid` for anything that could be an option, a file or a URL.
   */
  install(
    manager: PackageManager,
    packages: readonly string[],
    options: { signal: AbortSignal },
  ): Promise<CommandResult>;
}

/** Actions on a service; `status` changes nothing. */
export type ServiceAction = "start" | "stop" | "restart" | "status" | "enable" | "disable";

/** Systemd services of the host; absent unless the owner allows it. */
export interface SystemServices {
  control(
    action: ServiceAction,
    name: string,
    options: { signal: AbortSignal },
  ): Promise<CommandResult>;
}

/** Load and free space of the machine. */
export interface MachineStatus {
  readonly system: string;
  readonly cpus: number;
  /** The load over 1, 5 and 15 minutes. */
  readonly load: readonly number[];
  readonly uptimeSeconds: number;
  readonly memory: { readonly totalBytes: number; readonly availableBytes: number };
  /** Disks that hold the system and the workspace. */
  readonly disks: readonly {
    readonly path: string;
    readonly totalBytes: number;
    readonly freeBytes: number;
  }[];
}

/** The machine that the agent runs on. */
export interface Machine {
  status(): Promise<MachineStatus>;
}

declare module "@reeve/sdk" {
  interface Services {
    readonly installer: Installer;
    readonly systemServices: SystemServices;
    readonly machine: Machine;
  }
}
