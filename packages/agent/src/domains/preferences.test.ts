import { expect, test } from "vitest";
import { deliverAt } from "./preferences.ts";

const berlin = "Europe/Berlin";
const at = (iso: string) => Date.parse(iso);
const night = { timeZone: berlin, quiet: { from: "22:00", to: "07:00" } };

test.each([
  ["in the evening", "2026-11-21T22:00:00+01:00", "2026-11-22T07:00:00+01:00"],
  ["after midnight", "2026-11-22T03:15:00+01:00", "2026-11-22T07:00:00+01:00"],
  ["in the last minute", "2026-11-22T06:59:59+01:00", "2026-11-22T07:00:00+01:00"],
  ["before clocks go forward", "2026-03-28T23:30:00+01:00", "2026-03-29T07:00:00+02:00"],
  ["before clocks go back", "2026-10-24T23:30:00+02:00", "2026-10-25T07:00:00+01:00"],
])("what comes in quiet hours %s waits for their end", (_when, now, end) => {
  expect(deliverAt(at(now), night)).toBe(at(end));
});

test.each(["2026-11-21T21:59:59+01:00", "2026-11-22T07:00:00+01:00", "2026-11-22T12:00:00+01:00"])(
  "what comes outside of quiet hours comes at once: %s",
  (now) => {
    expect(deliverAt(at(now), night)).toBe(at(now));
  },
);

test("quiet hours within a day end on that day", () => {
  const nap = { timeZone: berlin, quiet: { from: "13:00", to: "14:30" } };
  expect(deliverAt(at("2026-11-22T13:10:00+01:00"), nap)).toBe(at("2026-11-22T14:30:00+01:00"));
  expect(deliverAt(at("2026-11-22T14:30:00+01:00"), nap)).toBe(at("2026-11-22T14:30:00+01:00"));
});

test("without quiet hours, or with empty ones, everything comes at once", () => {
  const now = at("2026-11-22T03:00:00+01:00");
  expect(deliverAt(now, { timeZone: berlin })).toBe(now);
  expect(deliverAt(now, { timeZone: berlin, quiet: { from: "03:00", to: "03:00" } })).toBe(now);
});

test("an end in the hour that is skipped comes when clocks have moved on", () => {
  const short = { timeZone: berlin, quiet: { from: "01:00", to: "02:30" } };
  expect(deliverAt(at("2026-03-29T01:30:00+01:00"), short)).toBe(at("2026-03-29T03:30:00+02:00"));
});

test("an hour that comes twice is quiet only once, and nothing is held back into the past", () => {
  const short = { timeZone: berlin, quiet: { from: "02:00", to: "02:30" } };
  const first = at("2026-10-25T02:10:00+02:00");
  expect(deliverAt(first, short)).toBe(at("2026-10-25T02:30:00+02:00"));
  const second = at("2026-10-25T02:10:00+01:00");
  expect(deliverAt(second, short)).toBe(second);
});
