import { z } from "zod";

/** Where a sandboxed command finds the workspace. */
export const SANDBOX_WORKSPACE = "/workspace";

/** The `exec` section of the config. */
export const execConfig = z.object({
  enabled: z
    .boolean()
    .default(false)
    .describe("Whether the owner can have commands run. Each is asked about first."),
  sandbox: z
    .enum(["bubblewrap", "off"])
    .default("bubblewrap")
    .describe(
      "What keeps commands away from the machine. bubblewrap: they see a system that they cannot change, and the workspace; without bubblewrap installed nothing runs. off: they run as the agent's own user.",
    ),
  network: z
    .boolean()
    .default(false)
    .describe(
      "Whether sandboxed commands reach the network; then they reach this machine's own ports, too.",
    ),
  host: z
    .array(z.enum(["install", "service"]))
    .default([])
    .describe(
      "What may be done to the machine itself while commands are sandboxed. install: install packages (exec_install). service: control systemd services (exec_service). With exec.sandbox off both may.",
    ),
  timeoutMs: z
    .int()
    .min(1000)
    .max(600_000)
    .default(120_000)
    .describe("How long a command may run, in milliseconds; then it is killed."),
  outputChars: z
    .int()
    .min(1000)
    .max(1_000_000)
    .default(20_000)
    .describe(
      "How much of each output of a command is kept: half from its beginning, half from its end.",
    ),
  cgroup: z
    .string()
    .startsWith("/")
    .optional()
    .describe(
      "A folder of cgroup v2 that the agent may write to, for limits on all processes of a command together. Without one, the agent's own group is tried.",
    ),
  limits: z
    .object({
      processes: z
        .int()
        .min(8)
        .max(10_000)
        .default(128)
        .describe("How many processes and threads a command may have at once."),
      memoryMb: z
        .int()
        .min(32)
        .max(1_048_576)
        .default(1024)
        .describe(
          "How much memory a command may use: all its processes together in a cgroup, else each of them.",
        ),
      cpuSeconds: z
        .int()
        .min(1)
        .max(3600)
        .default(60)
        .describe("How much processor time each process may use."),
      fileMb: z
        .int()
        .min(1)
        .max(1_048_576)
        .default(256)
        .describe("How large a file may grow that a command writes."),
      diskMb: z
        .int()
        .min(1)
        .max(1_048_576)
        .default(1024)
        .describe(
          "How much less may be free on the workspace's disk before a command is killed, and how much a command may put into its temporary folders.",
        ),
      openFiles: z
        .int()
        .min(16)
        .max(1_048_576)
        .default(512)
        .describe("How many files each process may have open."),
    })
    .prefault({})
    .describe("What a command may use."),
});

export type ExecConfig = z.output<typeof execConfig>;

export type ExecLimits = ExecConfig["limits"];

/** A command as its arguments, so that no shell reads them. */
export interface SandboxCommand {
  readonly argv: readonly [string, ...string[]];
  /** What it reads; nothing without it. */
  readonly input?: string | undefined;
  /** Files and folders at the top of the workspace that it does not see. */
  readonly hidden?: readonly string[] | undefined;
  /** How many characters of each output are kept from its beginning and from its end. */
  readonly keep: { readonly head: number; readonly tail: number };
  readonly signal: AbortSignal;
}

/** What a command wrote, with a line in place of what was left out. */
export interface CappedOutput {
  readonly text: string;
  /** How many characters are missing from it. */
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

/** What commands run in. */
export interface Sandbox {
  readonly kind: "bubblewrap" | "off";
  /**
   * Runs one command to its end, with everything that it started. `unavailable` where the
   * sandbox cannot be built here: nothing has run then. `aborted` when the signal aborts.
   */
  run(command: SandboxCommand): Promise<SandboxResult>;
  /** How commands are kept here, in words for the owner; rejects as `run` would. */
  check(signal: AbortSignal): Promise<string>;
}
