import { existsSync, readFileSync } from "node:fs";
import { uptime } from "node:os";

const BOOT_ID = "/proc/sys/kernel/random/boot_id";
const TEN_MINUTES_MS = 600_000;

/** Returns a name of the machine's current boot. */
export function bootId(now: number): string {
  if (existsSync(BOOT_ID)) return readFileSync(BOOT_ID, "utf8").trim();
  return String(Math.round((now - uptime() * 1000) / TEN_MINUTES_MS));
}
