import type { SandboxLimits } from "./types.ts";

/** Whether a memory limit applies to each process, or by a cgroup to all processes of a command together. */
export type MemoryLimit = "each-process" | "together";

/** Limits of a process, of which CPU time may be left out. */
export interface ProcessLimits extends Omit<SandboxLimits, "cpuSeconds"> {
  readonly cpuSeconds: number | undefined;
}

/**
 * Returns the `prlimit` that a command runs under, up to the command itself. Without a cgroup memory is
 * limited for each process: what it writes to, and four times as much address space.
 */
export function limitArguments(limits: ProcessLimits, memory: MemoryLimit): readonly string[] {
  const { processes, cpuSeconds, fileMb, openFiles } = limits;
  return [
    "prlimit",
    `--nproc=${processes}`,
    ...(cpuSeconds === undefined ? [] : [`--cpu=${cpuSeconds}`]),
    `--fsize=${fileMb * MB}`,
    `--nofile=${openFiles}`,
    "--core=0",
    "--memlock=65536",
    "--msgqueue=819200",
    ...(memory === "together"
      ? []
      : [`--data=${limits.memoryMb * MB}`, `--as=${limits.memoryMb * MB * 4}`]),
    "--",
  ];
}

const MB = 1_048_576;
