import { expect, test } from "vitest";
import { formatUsd } from "./format-usd.ts";

test.each([
  ["en", 20_000_000n, "$0.02"],
  ["en", 1_234_500_000_000n, "$1,234.5"],
  ["en", 0n, "$0"],
  ["de", 20_000_000n, "0,02\u00a0$"],
  ["ru", 500_000_000n, "0,5\u00a0$"],
  ["tr", 500_000_000n, "$0,5"],
] as const)("in %s %i billionths of a dollar are %s", (language, nano, told) => {
  expect(formatUsd(nano, language)).toBe(told);
});

test("no digit is lost, whatever the amount", () => {
  expect(formatUsd(9_007_199_254_740_993_000_000_001n, "en")).toBe(
    "$9,007,199,254,740,993.000000001",
  );
});
