import { platform, uptime } from "node:os";
import { bootId } from "./boot-id.ts";
import type { MachineClocks } from "./clock-guard.ts";

/** Systems on which the time since boot counts sleep and ignores changes of the wall clock. */
const COUNTS_SLEEP: ReadonlySet<NodeJS.Platform> = new Set(["linux", "android", "win32"]);

/** The clocks of this machine. */
export const machineClocks: MachineClocks = {
  wall: Date.now,
  monotonic: () => performance.now(),
  sinceBoot: () => (COUNTS_SLEEP.has(platform()) ? uptime() * 1000 : undefined),
  boot: bootId(Date.now()),
};
