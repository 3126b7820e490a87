import { expect, test } from "vitest";
import { readAmount } from "./read-amount.ts";

test.each([
  ["1.5", 1_500_000_000_000_000_000n],
  [" 20 ", 20_000_000_000_000_000_000n],
  [0.25, 250_000_000_000_000_000n],
  ["0.0000000000000000001", 1n],
])("%j is an amount", (value, units) => {
  expect(readAmount(value)).toBe(units);
});

test.each(["", "-1", "1e3", 1e30, Number.NaN, "1,5", "all", null, {}, undefined])(
  "%j is none",
  (value) => {
    expect(readAmount(value)).toBe(undefined);
  },
);
