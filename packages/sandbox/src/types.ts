/** Path of the workspace inside the sandbox. */
export const SANDBOX_WORKSPACE = "/workspace";

/** Limits of a command. */
export interface SandboxLimits {
  /** Maximum number of processes and threads of a command at once. */
  readonly processes: number;
  /** Memory in megabytes of all processes together in a cgroup, otherwise of each one. */
  readonly memoryMb: number;
  /** Processor time of each process. */
  readonly cpuSeconds: number;
  /** Size of a file that a command writes. */
  readonly fileMb: number;
  /** Maximum decrease of free space on the workspace's disk, and the size of temporary folders, in megabytes. */
  readonly diskMb: number;
  /** Open files of each process. */
  readonly openFiles: number;
}

export interface SandboxConfig {
  /** Maximum running time in milliseconds; then the command is killed. */
  readonly timeoutMs: number;
  /** Whether commands reach the network, including this machine's own ports. */
  readonly network: boolean;
  readonly limits: SandboxLimits;
  /** A writable folder of cgroup v2. Default: the group of this process is tried. */
  readonly cgroup?: string | undefined;
}

/** A command as its arguments, so that no shell reads them. */
export interface SandboxCommand {
  readonly argv: readonly [string, ...string[]];
  /** Standard input; empty if undefined. */
  readonly input?: string | undefined;
  /** Files and folders at the top of the workspace that it does not see. */
  readonly hidden?: readonly string[] | undefined;
  /** Number of characters to keep from the start and from the end of each output. */
  readonly keep: { readonly head: number; readonly tail: number };
  readonly signal: AbortSignal;
}

/** Output of a command, with a line in place of omitted text. */
export interface CappedOutput {
  readonly text: string;
  /** Number of omitted characters. */
  readonly leftOut: number;
}

export interface SandboxResult {
  /** Undefined where a signal ended it. */
  readonly code: number | undefined;
  /** `time` and `disk`: it was killed because it used too much of them. */
  readonly end: "exit" | "time" | "disk";
  readonly stdout: CappedOutput;
  readonly stderr: CappedOutput;
}

/** Environment that commands run in. */
export interface Sandbox {
  readonly kind: "bubblewrap" | "off";
  /**
   * Runs one command to its end, with everything that it started. Throws a `SandboxError`: `aborted` when
   * the signal aborts, else nothing has run.
   */
  run(command: SandboxCommand): Promise<SandboxResult>;
  /** Describes the sandbox in words for its owner; rejects as `run` would. */
  check(signal: AbortSignal): Promise<string>;
}
