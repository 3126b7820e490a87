import { toInstant, toLocalTime } from "when-in-words/local-time";
import type { SessionsConfig } from "../../config.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;

/** When expiry is judged: the owner's clock, and what the config says. */
export interface Expiry extends SessionsConfig {
  readonly now: number;
  readonly timeZone: string;
}

/**
 * Why a session in which something happened last at `lastAt` is over, or
 * undefined while it goes on: the hour of the daily reset has come since, or
 * nothing was said for too long.
 */
export function isExpired(
  lastAt: number,
  { now, timeZone, resetHour, idleMinutes }: Expiry,
): "daily" | "idle" | undefined {
  if (resetHour !== "off" && lastAt < lastReset(now, resetHour, timeZone)) return "daily";
  if (idleMinutes > 0 && now - lastAt >= idleMinutes * MINUTE_MS) return "idle";
  return undefined;
}

/** The newest moment, not after `now`, at which clocks showed the hour. */
function lastReset(now: number, hour: number, timeZone: string): number {
  const midnight = Date.parse(`${toLocalTime(now, timeZone).date}T00:00:00Z`);
  const today = toInstant(midnight + hour * HOUR_MS, timeZone);
  return today <= now ? today : toInstant(midnight - DAY_MS + hour * HOUR_MS, timeZone);
}
