import { expect, test } from "vitest";
import { isExpired } from "./is-expired.ts";

const at = (text: string) => Date.parse(text);
const berlin = { timeZone: "Europe/Berlin", resetHour: 4, idleMinutes: 1440 } as const;

test.each([
  // 04:00 in Berlin is 03:00 UTC in winter and 02:00 in summer.
  { last: "2026-01-10T02:59:00Z", now: "2026-01-10T03:00:00Z", reason: "daily" },
  { last: "2026-01-10T02:58:00Z", now: "2026-01-10T02:59:00Z", reason: undefined },
  { last: "2026-01-10T03:00:00Z", now: "2026-01-11T02:59:00Z", reason: undefined },
  { last: "2026-07-10T01:59:00Z", now: "2026-07-10T02:00:00Z", reason: "daily" },
  { last: "2026-07-10T02:00:00Z", now: "2026-07-10T23:30:00Z", reason: undefined },
  { last: "2026-01-01T12:00:00Z", now: "2026-01-09T12:00:00Z", reason: "daily" },
])("what was said at $last is over at $now: $reason", ({ last, now, reason }) => {
  expect(isExpired(at(last), { ...berlin, now: at(now) })).toBe(reason);
});

test("without a daily reset a session lasts until nobody has spoken for long enough", () => {
  const idle = { ...berlin, resetHour: "off", idleMinutes: 30 } as const;
  const last = at("2026-01-10T01:00:00Z");
  expect(isExpired(last, { ...idle, now: last + 29 * 60_000 })).toBe(undefined);
  expect(isExpired(last, { ...idle, now: last + 30 * 60_000 })).toBe("idle");
  expect(isExpired(last, { ...idle, idleMinutes: 0, now: last + 1e12 })).toBe(undefined);
});
