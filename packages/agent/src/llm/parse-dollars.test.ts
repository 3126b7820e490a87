import { expect, test } from "vitest";
import { formatDollars, parseDollars } from "./parse-dollars.ts";

test.each([
  ["0", 0n, "$0"],
  ["0.25", 250_000_000n, "$0.25"],
  ["12.5", 12_500_000_000n, "$12.5"],
  ["0.000000001", 1n, "$0.000000001"],
])("%s dollars are %s billionths", (text, nano, shown) => {
  expect(parseDollars(text)).toBe(nano);
  expect(formatDollars(nano)).toBe(shown);
});

test.each(["", "-1", "1e3", "1,5", "free"])("%s is no amount", (text) => {
  expect(() => parseDollars(text)).toThrow(`"${text}" is not a valid dollar amount.`);
});
