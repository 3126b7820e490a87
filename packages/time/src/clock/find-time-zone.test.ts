import { expect, test } from "vitest";
import { findTimeZone } from "./find-time-zone.ts";

test.each([
  ["Europe/Berlin", "Europe/Berlin"],
  ["Asia/Kolkata", "Asia/Kolkata"],
  ["Asia/Calcutta", "Asia/Calcutta"],
  ["UTC", "UTC"],
  ["São Paulo", "America/Sao_Paulo"],
  ["new york", "America/New_York"],
  ["St. Petersburg", "Europe/Moscow"],
  ["ZÜRICH", "Europe/Zurich"],
  ["gmt-3:30", "-03:30"],
  ["+14", "+14:00"],
])("finds %s", (name, zone) => {
  expect(findTimeZone(name)).toBe(zone);
});

test.each(["Atlantis", "", "+15:00", "constructor", "__proto__"])("does not know %j", (name) => {
  expect(findTimeZone(name)).toBeUndefined();
});

test("names only zones that clocks can be read in", () => {
  for (const name of ["kyiv", "saigon", "yangon", "kathmandu", "bali", "ho chi minh city"]) {
    const zone = findTimeZone(name);
    expect(() => new Intl.DateTimeFormat("en", { timeZone: zone ?? "none" })).not.toThrow();
  }
});
