import { z } from "zod";

export type { Sandbox, SandboxCommand, SandboxResult } from "command-sandbox";

/** The `exec` section of the config. */
export const execConfig = z.object({
  enabled: z
    .boolean()
    .default(false)
    .describe("Whether the owner can run shell commands. Each one needs approval."),
  sandbox: z
    .enum(["bubblewrap", "off"])
    .default("bubblewrap")
    .describe(
      "The isolation of shell commands. bubblewrap: commands see a read-only system and the workspace; bubblewrap must be installed. off: commands run as the agent's own user.",
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
      "What is allowed on the machine itself while commands are sandboxed. install: install packages (exec_install). service: control systemd services (exec_service). If exec.sandbox is off, both are allowed.",
    ),
  timeoutMs: z
    .int()
    .min(1000)
    .max(600_000)
    .default(120_000)
    .describe("The time limit of a command, in milliseconds. Then it is killed."),
  outputChars: z
    .int()
    .min(1000)
    .max(1_000_000)
    .default(20_000)
    .describe(
      "The maximum size of each output of a command: half from the start, half from the end.",
    ),
  cgroup: z
    .string()
    .startsWith("/")
    .optional()
    .describe(
      "A writable cgroup v2 folder, for limits on all processes of a command together. Default: the agent's own cgroup, if possible.",
    ),
  limits: z
    .object({
      processes: z
        .int()
        .min(8)
        .max(10_000)
        .default(128)
        .describe("The maximum number of processes and threads of a command."),
      memoryMb: z
        .int()
        .min(32)
        .max(1_048_576)
        .default(1024)
        .describe(
          "The maximum memory of a command: for all its processes together in a cgroup, else for each process.",
        ),
      cpuSeconds: z
        .int()
        .min(1)
        .max(3600)
        .default(60)
        .describe("The maximum CPU time of each process."),
      fileMb: z
        .int()
        .min(1)
        .max(1_048_576)
        .default(256)
        .describe("The maximum size of a file that a command writes."),
      diskMb: z
        .int()
        .min(1)
        .max(1_048_576)
        .default(1024)
        .describe(
          "How much disk space of the workspace a command may use before it is killed; also the size of its temporary folders.",
        ),
      openFiles: z
        .int()
        .min(16)
        .max(1_048_576)
        .default(512)
        .describe("The maximum number of open files of each process."),
    })
    .prefault({})
    .describe("Resource limits of a command."),
});

export type ExecConfig = z.output<typeof execConfig>;
