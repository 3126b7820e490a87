import { expect, test } from "vitest";
import { offsetAt, toInstant, toLocalTime } from "./local-time.ts";

test.each([
  ["Asia/Kolkata", { date: "2026-03-01", time: "04:29", weekday: "Sunday", utcOffset: "+05:30" }],
  [
    "America/New_York",
    { date: "2026-02-28", time: "17:59", weekday: "Saturday", utcOffset: "-05:00" },
  ],
  ["UTC", { date: "2026-02-28", time: "22:59", weekday: "Saturday", utcOffset: "+00:00" }],
  ["+14:00", { date: "2026-03-01", time: "12:59", weekday: "Sunday", utcOffset: "+14:00" }],
])("shows what clocks in %s show", (zone, expected) => {
  expect(toLocalTime(Date.parse("2026-02-28T22:59:00Z"), zone)).toEqual(expected);
});

test.each([
  ["in winter", "2026-01-15T12:00:00", "2026-01-15T11:00:00.000Z"],
  ["in summer", "2026-07-15T12:00:00", "2026-07-15T10:00:00.000Z"],
  ["just before the clocks go forward", "2026-03-29T01:59:00", "2026-03-29T00:59:00.000Z"],
  ["just after the clocks went forward", "2026-03-29T03:00:00", "2026-03-29T01:00:00.000Z"],
  ["skipped, an hour later", "2026-03-29T02:30:00", "2026-03-29T01:30:00.000Z"],
  ["that comes twice, the first", "2026-10-25T02:30:00", "2026-10-25T00:30:00.000Z"],
  ["just after the clocks went back", "2026-10-25T03:00:00", "2026-10-25T02:00:00.000Z"],
])("finds the moment of a time in Berlin %s", (_when, wall, expected) => {
  const instant = toInstant(Date.parse(`${wall}Z`), "Europe/Berlin");
  expect(new Date(instant).toISOString()).toBe(expected);
});

test("finds every hour of a season again, except the one that is skipped", () => {
  const hour = 3_600_000;
  const start = Date.parse("2026-09-15T00:00:00Z");
  const walls = Array.from({ length: 60 * 24 }, (_, index) => start + index * hour);
  const lost = walls.filter((wall) => {
    const { date, time } = toLocalTime(toInstant(wall, "Australia/Sydney"), "Australia/Sydney");
    return Date.parse(`${date}T${time}:00Z`) !== wall;
  });
  expect(lost.map((wall) => new Date(wall).toISOString())).toEqual(["2026-10-04T02:00:00.000Z"]);
});

test("finds a change of the clocks to the minute, also if moments around it are asked for first", () => {
  // Newfoundland's clocks changed at 00:01.
  const change = Date.UTC(2010, 10, 7, 2, 31);
  const hours = [change - 1, change, change - 1, change + 59_999, change - 60_000].map(
    (instant) => offsetAt(instant, "America/St_Johns") / 3_600_000,
  );
  expect(hours).toEqual([-2.5, -3.5, -2.5, -3.5, -2.5]);
  expect(offsetAt(change, "Asia/Kathmandu") / 3_600_000).toBe(5.75);
});
