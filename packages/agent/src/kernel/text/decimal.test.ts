import { expect, test } from "vitest";
import { formatDecimal, parseDecimal } from "./decimal.ts";

test.each([
  ["1.5", 9, 1_500_000_000n],
  ["10", 9, 10_000_000_000n],
  ["7", 0, 7n],
  ["0.000001", 6, 1n],
  ["123456789012345678901234567890.5", 1, 1_234_567_890_123_456_789_012_345_678_905n],
])("%s with %i decimals is %s of the smallest units, and back", (text, decimals, units) => {
  expect(parseDecimal(text, decimals)).toBe(units);
  expect(formatDecimal(units, decimals)).toBe(text);
});

test("what is less than the smallest unit counts as one", () => {
  expect(parseDecimal("0.0000001", 6)).toBe(1n);
  expect(parseDecimal("2.50", 1)).toBe(25n);
});

test("a debt has a sign", () => {
  expect(formatDecimal(-50n, 2)).toBe("-0.5");
});

test.each(["", "-1", "1,5", "1.", "1e3"])('"%s" is no amount', (text) => {
  expect(() => parseDecimal(text, 9)).toThrow(`"${text}" is not a valid amount.`);
});
