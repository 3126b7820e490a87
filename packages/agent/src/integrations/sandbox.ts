import { z } from "zod";

export type { Sandbox, SandboxCommand, SandboxResult } from "command-sandbox";

/** The `exec` section of the config. */
export const execConfig = z.object({
  enabled: z
    .boolean()
    .default(false)
    .describe("Whether the owner can run shell commands. Each command needs approval."),
  sandbox: z
    .enum(["bubblewrap", "off"])
    .default("bubblewrap")
    .describe(
      "How shell commands are isolated. bubblewrap: commands run with a read-only system and access to the workspace; bubblewrap must be installed. off: commands run as the agent's own user.",
    ),
  network: z
    .boolean()
    .default(false)
    .describe(
      "Whether sandboxed commands can use the network, including this machine's own ports.",
    ),
  host: z
    .array(z.enum(["install", "service"]))
    .default([])
    .describe(
      "What the agent may do outside the sandbox. install: install packages (exec_install). service: control systemd services (exec_service). If exec.sandbox is off, both are allowed.",
    ),
  timeoutMs: z
    .int()
    .min(1000)
    .max(600_000)
    .default(120_000)
    .describe(
      "The time limit for a command, in milliseconds. A command that takes longer is killed.",
    ),
  outputChars: z
    .int()
    .min(1000)
    .max(1_000_000)
    .default(20_000)
    .describe(
      "The maximum length of a command's standard output and standard error, in characters each. Longer output is cut in the middle.",
    ),
  cgroup: z
    .string()
    .startsWith("/")
    .optional()
    .describe(
      "A writable cgroup v2 folder. With it, limits apply to all of a command's processes together. Default: the agent's own cgroup, if possible.",
    ),
  limits: z
    .object({
      processes: z
        .int()
        .min(8)
        .max(10_000)
        .default(128)
        .describe("The maximum number of processes and threads per command."),
      memoryMb: z
        .int()
        .min(32)
        .max(1_048_576)
        .default(1024)
        .describe(
          "The maximum amount of memory that a command may use, in MB. It applies to all processes together if a cgroup is available, and otherwise to each process.",
        ),
      cpuSeconds: z
        .int()
        .min(1)
        .max(3600)
        .default(60)
        .describe("The maximum CPU time per process, in seconds."),
      fileMb: z
        .int()
        .min(1)
        .max(1_048_576)
        .default(256)
        .describe("The maximum size of a file that a command writes, in MB."),
      diskMb: z
        .int()
        .min(1)
        .max(1_048_576)
        .default(1024)
        .describe(
          "How much disk space a command may use in the workspace before it is killed, in MB. Its temporary folders are limited to the same size.",
        ),
      openFiles: z
        .int()
        .min(16)
        .max(1_048_576)
        .default(512)
        .describe("The maximum number of open files per process."),
    })
    .prefault({})
    .describe("The resource limits for each command."),
});

export type ExecConfig = z.output<typeof execConfig>;
