import { existsSync, readFileSync } from "node:fs";
import { platform, uptime } from "node:os";
import type { MachineClocks } from "./clock-guard.ts";

/** Systems on which the time since boot counts sleep and ignores changes of the wall clock. */
const COUNTS_SLEEP: ReadonlySet<NodeJS.Platform> = new Set(["linux", "android", "win32"]);

const BOOT_ID = "/proc/sys/kernel/random/boot_id";
const TEN_MINUTES_MS = 600_000;

/** The clocks of this machine. */
export const machineClocks: MachineClocks = {
  wall: Date.now,
  monotonic: () => performance.now(),
  sinceBoot: () => (COUNTS_SLEEP.has(platform()) ? uptime() * 1000 : undefined),
  boot: bootId(Date.now()),
};

/** Returns a name of the machine's current boot. */
function bootId(now: number): string {
  if (existsSync(BOOT_ID)) return readFileSync(BOOT_ID, "utf8").trim();
  return String(Math.round((now - uptime() * 1000) / TEN_MINUTES_MS));
}
