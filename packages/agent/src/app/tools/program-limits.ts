import type { Config } from "../config-schema.ts";

type Limits = Config["exec"]["limits"];

/** Memory of a program on Node.js in megabytes: it does not start with less. */
const PROGRAM_MB = 1024;

/** Returns the limits of the shell for a program that stays. */
export function programLimits(limits: Limits): Limits {
  return { ...limits, memoryMb: Math.max(PROGRAM_MB, limits.memoryMb) };
}
